package posthorn.http;

import org.jspecify.annotations.Nullable;

/**
 * What the API's description says about a route, besides what the route itself shows.
 *
 * @param body the name of its request's schema, in {@code requests.json}
 * @param status of its answer when all goes well
 * @param answer what that answer is; a record that is written as JSON
 * @param listed whether the answer is a page of those
 * @param media what the answer is written in
 */
record RouteText(
    String summary,
    @Nullable String body,
    int status,
    @Nullable Class<?> answer,
    boolean listed,
    String media) {
  static final String JSON = "application/json";
  static final RouteText NONE = new RouteText("", null, 200, null, false, JSON);

  static RouteText answering(String summary, int status, Class<?> answer) {
    return new RouteText(summary, null, status, answer, false, JSON);
  }

  static RouteText listing(String summary, Class<?> item) {
    return new RouteText(summary, null, 200, item, true, JSON);
  }

  static RouteText silent(String summary) {
    return new RouteText(summary, null, 204, null, false, JSON);
  }

  /** One whose answer does not end. */
  static RouteText streaming(String summary) {
    return new RouteText(summary, null, 200, String.class, false, StreamRoutes.MEDIA);
  }

  /** One whose answer is not JSON. */
  static RouteText file(String summary, String media) {
    return new RouteText(summary, null, 200, Object.class, false, media);
  }

  RouteText taking(String requestSchema) {
    return new RouteText(summary, requestSchema, status, answer, listed, media);
  }
}

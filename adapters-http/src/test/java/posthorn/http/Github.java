package posthorn.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import posthorn.application.testing.Hmacs;
import tools.jackson.databind.JsonNode;

/** A source of an API, and somebody who sends to it as GitHub does. */
final class Github {
  static final String SECRET = "It's a Secret to Everybody";
  static final String OPENED = "{\"action\":\"opened\",\"number\":7}";

  private final TestApi api;
  final String sourceId;
  final String path;

  /** Makes the source. */
  Github(TestApi api) throws IOException, InterruptedException {
    this(api, "");
  }

  /** The same with further settings, each with a comma behind it. */
  Github(TestApi api, String settings) throws IOException, InterruptedException {
    this.api = api;
    JsonNode source =
        api.post(
                "/v1/sources",
                "{%s\"name\": \"github\", \"kind\": \"github\", \"secret\": \"%s\"}"
                    .formatted(settings, SECRET))
            .body();
    sourceId = source.path("id").asString();
    path = source.path("receive_url").asString();
  }

  String route(String eventType, String intent, String target)
      throws IOException, InterruptedException {
    TestApi.Answer answer =
        api.post(
            "/v1/routes",
            "{\"source_id\": \"%s\", \"event_type\": \"%s\", \"intent\": \"%s\", \"target\": \"%s\"}"
                .formatted(sourceId, eventType, intent, target));
    return answer.body().path("id").asString();
  }

  TestApi.Answer opened(String delivery) throws IOException, InterruptedException {
    return api.send(request(path, delivery, OPENED));
  }

  HttpRequest.Builder request(String to, String delivery, String body) {
    return api.request(to)
        .header("Content-Type", "application/json")
        .header("X-GitHub-Event", "pull_request")
        .header("X-GitHub-Delivery", delivery)
        .header("X-Hub-Signature-256", signatureOf(body))
        .POST(BodyPublishers.ofString(body));
  }

  static String signatureOf(String body) {
    return "sha256=" + Hmacs.hex(SECRET, body);
  }
}

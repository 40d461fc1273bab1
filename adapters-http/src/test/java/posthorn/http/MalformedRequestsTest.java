package posthorn.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import posthorn.domain.access.Permission;

/**
 * Requests that are broken in some way, by a seed: whatever comes, the server answers that
 * something is wrong, or hangs up, and never that something is wrong with itself.
 */
class MalformedRequestsTest {
  private static final int REQUESTS = 1_500;
  private static final int PATIENCE_MILLIS = 20_000;
  private static final List<String> BODIES =
      List.of(
          TestApi.EVENT,
          TestApi.WEBHOOK,
          "{\"events\": [" + TestApi.EVENT + "]}",
          "{\"role\": \"viewer\", \"expires_at\": \"2030-01-01T00:00:00Z\"}",
          "{\"name\": \"a\", \"quotas\": {\"max_webhooks\": 1}}",
          "{\"schema\": {\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}}",
          "{\"action\": \"force_open\", \"duration_seconds\": 60}");
  private static final List<String> QUERIES =
      List.of(
          "",
          "",
          "?limit=5",
          "?limit=-1",
          "?cursor=%00",
          "?from=2024-01-01",
          "?tenant_id=acme",
          "?a=%zz");

  @RegisterExtension final TestApi api = new TestApi();

  @Test
  void no_broken_request_is_answered_with_a_fault_of_ours_or_not_at_all() throws Exception {
    List<Api.Route> routes =
        api.routes().stream()
            .filter(route -> route.permission() != Permission.OPERATE)
            // Its answer has no end to wait for.
            .filter(route -> !route.text().media().equals(StreamRoutes.MEDIA))
            .toList();
    for (int seed = 0; seed < REQUESTS; seed++) {
      var random = new Random(seed);
      byte[] request = broken(request(routes.get(random.nextInt(routes.size())), random), random);
      String answer = exchange(request);

      assertThat(answer)
          .as("seed %d: %s", seed, new String(request, ISO_8859_1))
          // A version or a method that nobody knows is the caller's, 505 or 501.
          .doesNotContainPattern("^HTTP/1.1 50[0234]")
          .doesNotContainPattern("(?s)^HTTP/1.1 [45].*text/html")
          .satisfiesAnyOf(
              it -> assertThat(it).isEmpty(), it -> assertThat(it).startsWith("HTTP/1.1 "));
    }
    assertThat(api.get("/v1/webhooks").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "400, 'GET /healthz HTTP/1.1|Host: a|no colon'",
    "400, 'GET /healthz HTTP/1.1'",
    "400, 'POST /v1/events HTTP/1.1|Host: a|Transfer-Encoding: nope'",
    "400, 'DELETE /healthz HTTP/1.1|Host: a|no colon'",
    "505, 'GET /healthz HTTP/7.1|Host: a'"
  })
  void what_is_no_http_is_answered_with_a_problem(int status, String lines) throws IOException {
    assertIsProblem(
        status, exchange((lines.replace("|", "\r\n") + "\r\n\r\n").getBytes(ISO_8859_1)));
  }

  @Test
  void what_is_too_long_is_answered_with_a_problem() throws IOException {
    String much = "a".repeat(20_000);
    assertIsProblem(
        414, exchange(("GET /" + much + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes(ISO_8859_1)));
    assertIsProblem(
        431,
        exchange(
            ("GET / HTTP/1.1\r\nHost: a\r\nX-Much: " + much + "\r\n\r\n").getBytes(ISO_8859_1)));
  }

  private static void assertIsProblem(int status, String answer) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("Content-Type: " + Problem.CONTENT_TYPE)
        .contains("\"status\":" + status + ",", "\"code\":\"malformed_request\"");
  }

  private static byte[] request(Api.Route route, Random random) {
    String path =
        route
            .path()
            .replaceAll("\\{\\w+}", random.nextBoolean() ? "wh_00000000000000000000000000" : "%2e");
    String body = BODIES.get(random.nextInt(BODIES.size()));
    return String.join(
            "\r\n",
            route.methodName()
                + " "
                + path
                + QUERIES.get(random.nextInt(QUERIES.size()))
                + " HTTP/1.1",
            "Host: a",
            "Authorization: Bearer " + TestApi.KEY,
            "Connection: close",
            "Content-Type: application/json",
            "Content-Length: " + body.length(),
            "",
            body)
        .getBytes(ISO_8859_1);
  }

  /** Mostly in the body, where our own code reads; now and then in the head, or cut off. */
  private static byte[] broken(byte[] request, Random random) {
    int head = new String(request, ISO_8859_1).indexOf("\r\n\r\n") + 4;
    int from = random.nextInt(5) == 0 ? 0 : head;
    int times = 1 + random.nextInt(4);
    for (int i = 0; i < times && from < request.length; i++) {
      int at = from + random.nextInt(request.length - from);
      request[at] =
          random.nextBoolean()
              ? (byte) random.nextInt(256)
              : (byte) "{}[]\",:0-e\\\u0000".charAt(random.nextInt(12));
    }
    return random.nextInt(10) == 0
        ? Arrays.copyOf(request, head + random.nextInt(request.length - head + 1))
        : request;
  }

  /** All that comes back until the server hangs up; who gets nothing for long has found a fault. */
  private String exchange(byte[] request) throws IOException {
    var answer = new ByteArrayOutputStream();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      socket.getInputStream().transferTo(answer);
    } catch (SocketException _) {
      // It hung up before it had read all.
    }
    return answer.toString(ISO_8859_1);
  }
}

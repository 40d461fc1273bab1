package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** Tries what sources and strangers may send. */
final class InboundTrials implements LimitTrials {
  @Override
  public Map<String, Trial> trials() {
    return Map.of("inbound-body", InboundTrials::aLongerMessageIsRefused);
  }

  private static void aLongerMessageIsRefused() throws Exception {
    Path data = Files.createTempDirectory("posthorn-limits");
    try (var posthorn = Posthorn.start(data, Map.of("POSTHORN_INBOUND_MAX_BODY", "100"))) {
      String source =
          posthorn
              .post(
                  "/v1/sources",
                  "{\"name\":\"s\",\"kind\":\"sha256\",\"secret\":\"0123456789abcdef0123\"}")
              .body();
      String path = new ObjectMapper().readTree(source).path("receive_url").asString();
      assertThat(statusOf(posthorn, path, "x".repeat(100))).isEqualTo(401);
      assertThat(statusOf(posthorn, path, "x".repeat(101))).isEqualTo(413);
    }
  }

  /** With a signature, though a wrong one: without, the body is not read. */
  private static int statusOf(Posthorn posthorn, String path, String body) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(posthorn.address.resolve(path))
                  .header("X-Webhook-Signature", "sha256=" + "0".repeat(64))
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.discarding())
          .statusCode();
    }
  }
}

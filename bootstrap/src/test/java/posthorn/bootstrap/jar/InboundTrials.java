package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

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
      assertThat(posthorn.post(path, "x".repeat(100)).statusCode()).isEqualTo(401);
      assertThat(posthorn.post(path, "x".repeat(101)).statusCode()).isEqualTo(413);
    }
  }
}

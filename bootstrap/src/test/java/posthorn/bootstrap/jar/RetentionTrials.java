package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Tries how long things are kept. */
final class RetentionTrials implements LimitTrials {
  private static final int RECEIVER = 9999;

  @Override
  public Map<String, Trial> trials() {
    return Map.of("audit-log", RetentionTrials::anOldEntryOfTheAuditLogGoes);
  }

  /** The removal of a webhook has old history removed at once. */
  private static void anOldEntryOfTheAuditLogGoes() throws Exception {
    try (var posthorn =
        Posthorn.start(
            Files.createTempDirectory("posthorn-limits"),
            Map.of("POSTHORN_RETENTION_AUDIT", "1s"))) {
      String old = posthorn.createWebhook(RECEIVER).path("id").asString();
      assertThat(changesOf(posthorn, old)).isEqualTo(1);

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> {
            String other = posthorn.createWebhook(RECEIVER).path("id").asString();
            posthorn.delete("/v1/webhooks/" + other);
            return changesOf(posthorn, old) == 0;
          });
    }
  }

  private static int changesOf(Posthorn posthorn, String webhook) throws Exception {
    JsonNode found = posthorn.get("/v1/audit?object_id=" + webhook);
    return found.path("items").size();
  }
}

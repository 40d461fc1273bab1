package posthorn.bootstrap.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Tries how much a tenant can have and store, and how much is written at once. */
final class VolumeTrials implements LimitTrials {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Map<String, Trial> trials() {
    return Map.of("deliveries-per-commit", VolumeTrials::aBatchOfMoreIsAcceptedInParts);
  }

  /** One that nobody is sent while the trials last. */
  private static String event() {
    return "{\"event_type\":\"user.created\",\"data\":{},\"deliver_at\":\"%s\"}"
        .formatted(Instant.now().plus(Duration.ofHours(1)));
  }

  private static void aBatchOfMoreIsAcceptedInParts() throws Exception {
    try (var posthorn = start(Map.of())) {
      int webhooks = 21;
      for (int i = 0; i < webhooks; i++) {
        posthorn.createWebhook(1);
      }
      int events = 500;
      HttpResponse<String> answer =
          posthorn.post(
              "/v1/events/batch",
              "{\"events\":[" + String.join(",", Collections.nCopies(events, event())) + "]}");
      assertThat(answer.statusCode()).isEqualTo(202);
      JsonNode results = JSON.readTree(answer.body()).path("results");
      assertThat(results).hasSize(events);
      assertThat(results)
          .allMatch(result -> result.path("deliveries").asInt() == webhooks, "has all deliveries");
    }
  }

  private static Posthorn start(Map<String, String> settings) throws Exception {
    Path data = Files.createTempDirectory("posthorn-limits");
    return Posthorn.start(data, settings, data.resolve("log"));
  }
}

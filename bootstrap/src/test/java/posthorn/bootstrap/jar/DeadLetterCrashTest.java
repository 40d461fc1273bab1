package posthorn.bootstrap.jar;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The server is killed twice while it replays dead letters in bulk. As many as {@code -Pcases=N}
 * says; with 50 000 it takes some minutes.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class DeadLetterCrashTest {
  private static final int LETTERS = Integer.getInteger("posthorn.cases", 2_000);
  private static final int RATE = 500;
  private static final int KILLS = 2;
  private static final int BATCH = 1_000;
  private static final int PAGE = 500;
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final String DATA = "data: ";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path data;

  private final Receiver receiver;

  /** The deliveries that came, by the id of the event that they said they were of. */
  private final Map<String, Set<String>> arrived = new ConcurrentHashMap<>();

  private Posthorn posthorn;

  DeadLetterCrashTest() throws IOException {
    receiver =
        new Receiver(request ->
            arrived
                .computeIfAbsent(request.header("webhook-id"), _ -> ConcurrentHashMap.newKeySet())
                .add(request.header("X-Webhook-Delivery")));
  }

  @AfterEach
  void close() {
    if (posthorn != null) {
      posthorn.close();
    }
    receiver.close();
  }

  /** Its log would have a line for each that dies. */
  private Posthorn startServer() throws IOException {
    return Posthorn.start(data, settings(), data.resolve("log.txt"));
  }

  private static Map<String, String> settings() {
    return Map.of(
        "POSTHORN_RETRY_MAX_ATTEMPTS", "1",
        "POSTHORN_DISPATCH_SLOW_START", "off",
        "JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
  }

  @Test
  void each_dead_letter_is_replayed_exactly_once() throws Exception {
    posthorn = startServer();
    makeDeadLetters();
    receiver.answer(200);

    JsonNode started =
        post(
            "/v1/dlq/retry-batch",
            "{\"filter\":{},\"rate_limit\":{\"requests_per_second\":%d}}".formatted(RATE));
    assertThat(started.path("matched").asInt()).isEqualTo(LETTERS);
    String operation = "/v1/dlq/batch-operations/" + started.path("batch_operation_id").asString();
    for (int kill = 1; kill <= KILLS; kill++) {
      int wanted = LETTERS * kill / (KILLS + 1);
      awaitProgress(progress -> progress.path("replayed").asInt() >= wanted);
      posthorn.kill();
      posthorn.close();
      posthorn = startServer();
    }
    awaitProgress(progress -> progress.path("status").asString().equals("completed"));

    JsonNode completed = posthorn.get(operation);
    assertThat(completed.path("replayed").asInt()).isEqualTo(LETTERS);
    assertThat(completed.path("failed").asInt()).isZero();
    assertThat(completed.path("remaining").asInt()).isZero();
    assertEachReplayedOnce();
  }

  /** Watches the stream, from the server's start on, until it tells that this was reached. */
  private void awaitProgress(Predicate<JsonNode> reached) throws Exception {
    // An id that it never gave, so that it begins with all it has.
    String path = "/v1/stream?type=batch.progress&last_event_id=none";
    try (var client = HttpClient.newHttpClient();
        Stream<String> lines = posthorn.lines(client, path)) {
      assertThat(
              lines
                  .filter(line -> line.startsWith(DATA))
                  .map(line -> JSON.readTree(line.substring(DATA.length())))
                  .anyMatch(reached))
          .isTrue();
      client.shutdownNow();
    }
  }

  private void makeDeadLetters() throws Exception {
    receiver.answer(500);
    post(
        "/v1/webhooks",
        """
        {"url": "http://127.0.0.1:%d/hook", "events": ["*"], "max_in_flight": 50,
         "circuit_breaker_config": {"enabled": false}}
        """
            .formatted(receiver.port()));
    for (int made = 0; made < LETTERS; made += BATCH) {
      String events =
          IntStream.range(made, Math.min(LETTERS, made + BATCH))
              .mapToObj("{\"event_type\":\"user.created\",\"data\":{\"number\":%d}}"::formatted)
              .collect(Collectors.joining(","));
      post("/v1/events/batch", "{\"events\":[" + events + "]}");
    }
    await()
        .atMost(DEADLINE)
        .until(() -> posthorn.get("/v1/dlq/summary").path("total").asInt() == LETTERS);
    assertThat(posthorn.get("/v1/dlq/summary").path("items").size()).isEqualTo(1);
  }

  private void assertEachReplayedOnce() throws Exception {
    for (String status : new String[] {"pending", "in_flight", "failed"}) {
      await()
          .atMost(DEADLINE)
          .until(() ->
              posthorn.get("/v1/deliveries?limit=1&status=" + status).path("items").isEmpty());
    }
    List<JsonNode> all = allDeliveries();
    Map<String, Long> replays =
        all.stream()
            .filter(delivery -> !delivery.path("replay_of").isNull())
            .collect(groupingBy(each -> each.path("replay_of").asString(), counting()));
    assertThat(all).hasSize(2 * LETTERS);
    assertThat(replays).hasSize(LETTERS).allSatisfy((_, count) -> assertThat(count).isEqualTo(1));
    for (JsonNode delivery : all) {
      boolean isReplay = !delivery.path("replay_of").isNull();
      assertThat(delivery.path("status").asString()).isEqualTo(isReplay ? "delivered" : "dead");
      // A replay says that it is of the same event as the dead letter.
      assertThat(arrived.get(delivery.path("event_id").asString()))
          .hasSize(2)
          .contains(delivery.path("id").asString());
    }
  }

  private List<JsonNode> allDeliveries() throws Exception {
    var all = new ArrayList<JsonNode>();
    String cursor = "";
    while (true) {
      JsonNode page = posthorn.get("/v1/deliveries?limit=" + PAGE + cursor);
      page.path("items").forEach(all::add);
      if (page.path("next_cursor").isNull()) {
        return all;
      }
      cursor = "&cursor=" + page.path("next_cursor").asString();
    }
  }

  private JsonNode post(String path, String body) throws Exception {
    HttpResponse<String> response = posthorn.post(path, body);
    assertThat(response.statusCode() / 100).as(response.body()).isEqualTo(2);
    return JSON.readTree(response.body());
  }
}

package posthorn.bootstrap.jar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The largest events that there can be, many at once, on a small heap. */
class LargeEventsTest {
  private static final int EVENTS = 40;
  private static final int WEBHOOKS = 4;
  private static final int PUBLISHERS = 8;
  private static final Duration SOON = Duration.ofMinutes(3);
  private static final Pattern NUMBER = Pattern.compile("\"sequence_number\":(\\d+)}$");

  /** All of them would be 800 MiB of requests. */
  private static final String DATA = "\"" + "x".repeat(5 * 1024 * 1024 - 2) + "\"";

  @TempDir Path data;

  /** By webhook, the numbers of the events that it got. */
  private final Map<String, Set<Integer>> received = new ConcurrentHashMap<>();

  @Test
  void with_the_largest_events_and_a_stalling_receiver_a_small_heap_is_enough() throws Exception {
    Map<String, String> settings =
        Map.of(
            "JAVA_TOOL_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError",
            "POSTHORN_PUBLISH_MAX_DATA", "5MiB",
            "POSTHORN_STORAGE_MIN_FREE", "1MiB",
            "POSTHORN_DISPATCH_MAX_IN_FLIGHT_LIMIT", "1000",
            "POSTHORN_DISPATCH_TENANT_SHARE", "100");
    try (var receiver = new Receiver(this::receive);
        var posthorn = Posthorn.start(data, settings, data.resolve("log"))) {
      receiver.hold();
      for (int i = 0; i < WEBHOOKS; i++) {
        create(posthorn, receiver, i);
      }

      publishAll(posthorn);
      assertThat(posthorn.get("/readyz").path("status").asString()).isEqualTo("ready");
      receiver.letGo();

      await()
          .atMost(SOON)
          .until(() -> received.values().stream().mapToInt(Set::size).sum() == EVENTS * WEBHOOKS);
      Set<Integer> all = Set.copyOf(IntStream.rangeClosed(1, EVENTS).boxed().toList());
      assertThat(received).hasSize(WEBHOOKS);
      assertThat(received.values()).allSatisfy(numbers -> assertThat(numbers).isEqualTo(all));
    }
  }

  private static void create(Posthorn posthorn, Receiver receiver, int number) throws Exception {
    HttpResponse<String> answer =
        posthorn.post(
            "/v1/webhooks",
            """
            {"url": "http://127.0.0.1:%d/%d", "events": ["*"], "max_in_flight": 1000,
             "payload_format": "event", "retry_config": {"max_attempts": 10, "base_delay_ms": 1000},
             "circuit_breaker_config": {"enabled": false}}
            """
                .formatted(receiver.port(), number));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private static void publishAll(Posthorn posthorn) throws Exception {
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      int number = i;
      calls.add(() -> publish(posthorn, number));
    }
    try (ExecutorService publishers = Executors.newFixedThreadPool(PUBLISHERS)) {
      for (var published : publishers.invokeAll(calls)) {
        assertThat(published.get()).isTrue();
      }
    }
  }

  /**
   * As a publisher does: while the server is busy, which it may say before it has read the event,
   * it asks again; by the key it is the same event.
   */
  private static boolean publish(Posthorn posthorn, int number) throws InterruptedException {
    String event =
        "{\"event_type\": \"file.changed\", \"idempotency_key\": \"%d\", \"data\": %s}"
            .formatted(number, DATA);
    while (true) {
      try {
        int status = posthorn.post("/v1/events", event).statusCode();
        if (status != 503) {
          return status == 202 || status == 409;
        }
      } catch (IOException _) {
        // The connection was closed while the event was being sent.
      }
    }
  }

  private void receive(Receiver.Received request) {
    String body = request.body();
    Matcher number = NUMBER.matcher(body.substring(body.length() - 40));
    assertThat(number.find()).isTrue();
    assertThat(body.getBytes(UTF_8).length).isGreaterThan(DATA.length());
    received
        .computeIfAbsent(request.header("X-Webhook-ID"), _ -> ConcurrentHashMap.newKeySet())
        .add(Integer.parseInt(number.group(1)));
  }
}

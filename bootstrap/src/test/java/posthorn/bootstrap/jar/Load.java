package posthorn.bootstrap.jar;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.ObjectMapper;

/** Publishes events without a pause, several at a time, each with a number of its own. */
final class Load {
  private static final int PUBLISHERS = 8;
  private static final int EVENT_TYPES = 8;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Ledger ledger;
  private final AtomicInteger lastNumber = new AtomicInteger();

  Load(Ledger ledger) {
    this.ledger = ledger;
  }

  static Stream<String> eventTypes() {
    return IntStream.range(0, EVENT_TYPES).mapToObj(Load::eventType);
  }

  private static String eventType(int number) {
    return "load.type" + number % EVENT_TYPES;
  }

  /** What {@link #on} has started. */
  record Running(CompletableFuture<Void> publishers) {
    /** Waits until all publishers have found out that the server is gone. */
    void awaitEnd() throws Exception {
      publishers.get(60, TimeUnit.SECONDS);
    }
  }

  /** Starts publishing to that server, until it goes away. */
  Running on(Posthorn posthorn) {
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    return new Running(
        CompletableFuture.allOf(
            Stream.generate(
                    () -> CompletableFuture.runAsync(() -> publishUntilGone(posthorn), threads))
                .limit(PUBLISHERS)
                .toArray(CompletableFuture<?>[]::new)));
  }

  private void publishUntilGone(Posthorn posthorn) {
    try {
      while (true) {
        publish(posthorn, lastNumber.incrementAndGet());
      }
    } catch (IOException _) {
      // Gone. Whether it has accepted the last event, nobody knows.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(Posthorn posthorn, int number) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        posthorn.post(
            "/v1/events",
            "{\"event_type\":\"%s\",\"data\":{\"number\":%d,\"text\":\"Grüße \\u2709\"}}"
                .formatted(eventType(number), number));
    switch (answer.statusCode()) {
      case 202 -> ledger.accepted(number, JSON.readTree(answer.body()).path("event_id").asString());
      // Stopping, and it says so.
      case 503 -> {}
      default -> throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
  }
}

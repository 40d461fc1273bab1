package posthorn.bootstrap.jar;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import posthorn.bootstrap.jar.Receiver.Received;
import tools.jackson.databind.ObjectMapper;

/** Publishes events of default's at an even pace, and sees how long each takes to its receiver. */
final class SteadyLoad {
  static final String EVENT_TYPE = "steady.event";
  private static final int PER_SECOND = 50;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<Integer, Long> published = new ConcurrentHashMap<>();
  private final Map<Integer, Long> nanos = new ConcurrentHashMap<>();
  private final AtomicInteger lastNumber = new AtomicInteger();
  private final Queue<String> refused = new ConcurrentLinkedQueue<>();

  /** To be called for each request that arrives. */
  void received(Received request) {
    long now = System.nanoTime();
    int number = JSON.readTree(request.body()).path("data").path("number").asInt();
    nanos.computeIfAbsent(number, _ -> now - published.get(number));
  }

  /** What one stretch of time showed. */
  record Stretch(int first, int last) {
    int events() {
      return last - first + 1;
    }
  }

  /** Publishes for so long, and waits until each publish has its answer. */
  Stretch publish(Posthorn posthorn, Duration time) throws InterruptedException {
    int first = lastNumber.get() + 1;
    int last = lastNumber.get() + (int) time.toSeconds() * PER_SECOND;
    var answered = new CountDownLatch(last - first + 1);
    try (var clock = Executors.newSingleThreadScheduledExecutor();
        var publishers = Executors.newVirtualThreadPerTaskExecutor()) {
      var ticks =
          clock.scheduleAtFixedRate(
              () -> {
                int number = lastNumber.get() + 1;
                if (number <= last) {
                  lastNumber.set(number);
                  publishers.execute(() -> publish(posthorn, number, answered));
                }
              },
              0,
              NANOSECONDS.convert(1, TimeUnit.SECONDS) / PER_SECOND,
              NANOSECONDS);
      answered.await();
      ticks.cancel(false);
    }
    return new Stretch(first, last);
  }

  private void publish(Posthorn posthorn, int number, CountDownLatch answered) {
    published.put(number, System.nanoTime());
    try {
      var answer =
          posthorn.post(
              "/v1/events",
              "{\"event_type\":\"%s\",\"data\":{\"number\":%d}}".formatted(EVENT_TYPE, number));
      if (answer.statusCode() != 202) {
        refused.add(answer.statusCode() + " " + answer.body());
      }
    } catch (IOException e) {
      refused.add(e.toString());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      answered.countDown();
    }
  }

  /** What the server did not accept, and why. */
  Queue<String> refused() {
    return refused;
  }

  boolean allReceived(Stretch stretch) {
    return nanos.keySet().stream()
            .filter(number -> number >= stretch.first && number <= stretch.last)
            .count()
        == stretch.events();
  }

  /** From publishing to receipt: 99 of 100 took no longer. */
  Duration p99(Stretch stretch) {
    long[] sorted =
        nanos.entrySet().stream()
            .filter(entry -> entry.getKey() >= stretch.first && entry.getKey() <= stretch.last)
            .mapToLong(Map.Entry::getValue)
            .sorted()
            .toArray();
    return Duration.ofNanos(sorted[(sorted.length - 1) * 99 / 100]);
  }
}

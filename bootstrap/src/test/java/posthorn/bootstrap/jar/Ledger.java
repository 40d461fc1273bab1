package posthorn.bootstrap.jar;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import posthorn.bootstrap.jar.Receiver.Received;
import tools.jackson.databind.ObjectMapper;

/** Which events were accepted, and every request that came for them, by the events' numbers. */
final class Ledger {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What all requests for one event have in common. */
  record Content(String webhookId, String deliveryId, String body) {}

  /** A request, and in which run of the server it came. */
  private record Entry(Content content, int run) {}

  private final Map<Integer, String> accepted = new ConcurrentHashMap<>();
  private final Map<Integer, Queue<Entry>> received = new ConcurrentHashMap<>();
  private final Semaphore arrivals = new Semaphore(0);
  private final AtomicInteger run = new AtomicInteger();

  void accepted(int number, String eventId) {
    accepted.put(number, eventId);
  }

  void received(Received request) {
    var content =
        new Content(
            request.header("webhook-id"), request.header("X-Webhook-Delivery"), request.body());
    int number = JSON.readTree(request.body()).path("data").path("number").asInt();
    received
        .computeIfAbsent(number, _ -> new ConcurrentLinkedQueue<>())
        .add(new Entry(content, run.get()));
    arrivals.release();
  }

  /** The server has ended; what comes from now on comes from its next run. */
  void runEnded() {
    run.incrementAndGet();
  }

  /** Waits for that many requests from now on. */
  void awaitMore(int requests) throws InterruptedException {
    arrivals.drainPermits();
    assertThat(arrivals.tryAcquire(requests, 60, TimeUnit.SECONDS))
        .as(requests + " more requests")
        .isTrue();
  }

  /** Events that were accepted and of which no request came. */
  Set<Integer> missing() {
    var missing = new HashSet<>(accepted.keySet());
    missing.removeAll(received.keySet());
    return missing;
  }

  /** Events that came though their publisher was not told that they were accepted. */
  Set<Integer> unpromised() {
    var unpromised = new HashSet<>(received.keySet());
    unpromised.removeAll(accepted.keySet());
    return unpromised;
  }

  /** Events whose requests were not all the same, or had another id than the publisher was told. */
  Map<Integer, Set<Content>> altered() {
    var altered = new TreeMap<Integer, Set<Content>>();
    received.forEach((number, entries) -> {
      Set<Content> contents = entries.stream().map(Entry::content).collect(Collectors.toSet());
      String told = accepted.get(number);
      if (contents.size() > 1
          || (told != null && !contents.iterator().next().webhookId().equals(told))) {
        altered.put(number, contents);
      }
    });
    return altered;
  }

  /** How many requests were repeated, by the run whose request was repeated later. */
  Map<Integer, Long> repeatsByRun() {
    return received.values().stream()
        .flatMap(Ledger::repeated)
        .collect(groupingBy(Entry::run, TreeMap::new, counting()));
  }

  private static Stream<Entry> repeated(Queue<Entry> entries) {
    // Every one but the last was followed by another.
    return List.copyOf(entries).subList(0, entries.size() - 1).stream();
  }

  @Override
  public String toString() {
    return "%d events accepted, %d received, repeats by run %s"
        .formatted(accepted.size(), received.size(), repeatsByRun());
  }
}

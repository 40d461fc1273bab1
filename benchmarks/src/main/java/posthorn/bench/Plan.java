package posthorn.bench;

import java.time.Duration;
import java.util.List;

/**
 * What is measured, and over how much.
 *
 * @param events over how many events each rate is measured
 * @param warmUp how many events go through first, unmeasured
 * @param connections that publish single events at once
 * @param batch how many events a batch has
 * @param backlogs how many deliveries wait while the rest is measured; 0 for none
 * @param rate events per second while latency is measured
 * @param steady for how long latency is measured
 * @param hanging for how long latency is measured beside receivers that hang
 * @param budget how long publishing takes at most, a phase
 */
public record Plan(
    int events,
    int warmUp,
    int connections,
    int batch,
    List<Integer> backlogs,
    int rate,
    Duration steady,
    Duration hanging,
    Duration budget) {

  public Plan {
    backlogs = List.copyOf(backlogs);
    if (events < 1 || warmUp < 1 || connections < 1 || batch < 1 || rate < 1) {
      throw new IllegalArgumentException("events, connections and rate must be above zero");
    }
    if (backlogs.stream().anyMatch(backlog -> backlog < 0)) {
      throw new IllegalArgumentException("a backlog cannot be below zero");
    }
  }

  /** What the targets are stated for. */
  public static Plan full() {
    return new Plan(
        160_000,
        160_000,
        128,
        500,
        List.of(0, 100_000, 1_000_000),
        200,
        Duration.ofSeconds(60),
        Duration.ofSeconds(20),
        Duration.ofHours(1));
  }

  /** A look within a minute. */
  public static Plan quick() {
    return new Plan(
        8_000,
        5_000,
        128,
        100,
        List.of(0, 10_000),
        200,
        Duration.ofSeconds(2),
        Duration.ofSeconds(2),
        Duration.ofMillis(1_500));
  }

  /** Whether it measures over so much that the server is warmed up. */
  boolean isLongEnough() {
    return events >= full().events;
  }
}

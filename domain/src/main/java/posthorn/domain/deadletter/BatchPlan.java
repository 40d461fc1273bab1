package posthorn.domain.deadletter;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.Priority;

/**
 * What a bulk replay is to do; it never changes.
 *
 * @param priority of the replays; null for that of each dead letter
 * @param startAt when the first run is to start
 * @param every how long after the start of a run the next one starts; null for a single run
 */
public record BatchPlan(
    DeadLetterFilter filter,
    int requestsPerSecond,
    @Nullable Priority priority,
    Instant startAt,
    @Nullable Duration every) {
  public static final int MAX_RATE = 10_000;
  public static final int DEFAULT_RATE = 10;
  public static final Duration SHORTEST_PERIOD = Duration.ofMinutes(1);
  public static final Duration LONGEST_PERIOD = Duration.ofDays(366);

  public BatchPlan {
    if (requestsPerSecond < 1 || requestsPerSecond > MAX_RATE) {
      throw new IllegalArgumentException("a rate must be between 1 and " + MAX_RATE);
    }
    if (every != null
        && (every.compareTo(SHORTEST_PERIOD) < 0 || every.compareTo(LONGEST_PERIOD) > 0)) {
      throw new IllegalArgumentException(
          "a period must be between " + SHORTEST_PERIOD + " and " + LONGEST_PERIOD);
    }
    if (every != null && filter.details().replayed() == null) {
      // Each run would repeat all that the ones before it have replayed.
      throw new IllegalArgumentException("what recurs must leave out what was replayed");
    }
  }

  /** Whether what was replayed since it died is replayed once more. */
  public boolean includesReplayed() {
    return filter.details().replayed() == null;
  }

  /** When the next run starts after one that ended now; null if there is none. */
  @Nullable Instant nextStart(Instant now) {
    if (every == null) {
      return null;
    }
    // By the first start, so that slow runs do not shift the later ones; those missed are left out.
    long missed = Math.max(0, Duration.between(startAt, now).dividedBy(every));
    return startAt.plus(every.multipliedBy(missed + 1));
  }
}

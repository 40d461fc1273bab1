package posthorn.bootstrap.retention;

import java.time.Duration;

/**
 * How eagerly history is pruned.
 *
 * @param first how long after the start
 * @param interval how long after the end of the last time
 * @param rest how long publishers have the store to themselves between two batches
 */
public record Pace(Duration first, Duration interval, Duration rest) {
  public static final Pace DEFAULT =
      new Pace(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofMillis(20));
}

package posthorn.domain.statistics;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;

/**
 * What some attempts and deliveries add up to.
 *
 * @param succeeded attempts
 * @param failed attempts
 * @param delivered deliveries
 * @param dead deliveries
 * @param took all attempts together
 * @param failures the failed attempts by their category; those that there are
 * @param lastSuccessAt when the last attempt ended that succeeded, if one did
 * @param lastFailureAt when the last attempt ended that failed, if one did
 */
public record Tally(
    long succeeded,
    long failed,
    long delivered,
    long dead,
    Duration took,
    Map<FailureCategory, Long> failures,
    DurationHistogram durations,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt) {

  public static final Tally NOTHING =
      new Tally(0, 0, 0, 0, Duration.ZERO, Map.of(), DurationHistogram.EMPTY, null, null);

  public Tally {
    failures = failures.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(failures));
  }

  /**
   * What a settled delivery counts for.
   *
   * @param attempt null where it was settled without one
   */
  public static Tally of(Delivery settled, @Nullable Attempt attempt) {
    long delivered = settled.state() instanceof Delivered ? 1 : 0;
    long dead = settled.state() instanceof Dead ? 1 : 0;
    if (attempt == null) {
      return new Tally(
          0, 0, delivered, dead, Duration.ZERO, Map.of(), DurationHistogram.EMPTY, null, null);
    }
    Failure failure = attempt.failure();
    Instant at = settled.progress().lastAttemptedAt();
    return new Tally(
        failure == null ? 1 : 0,
        failure == null ? 0 : 1,
        delivered,
        dead,
        Duration.ofMillis(attempt.took().toMillis()),
        failure == null ? Map.of() : Map.of(failure.category(), 1L),
        DurationHistogram.of(attempt.took()),
        failure == null ? at : null,
        failure == null ? null : at);
  }

  public Tally plus(Tally other) {
    var categories = new EnumMap<FailureCategory, Long>(FailureCategory.class);
    categories.putAll(failures);
    other.failures.forEach((category, count) -> categories.merge(category, count, Long::sum));
    return new Tally(
        succeeded + other.succeeded,
        failed + other.failed,
        delivered + other.delivered,
        dead + other.dead,
        took.plus(other.took),
        categories,
        durations.plus(other.durations),
        later(lastSuccessAt, other.lastSuccessAt),
        later(lastFailureAt, other.lastFailureAt));
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isAfter(other) ? one : other;
  }

  public long attempts() {
    return succeeded + failed;
  }

  /** How many milliseconds an attempt took on average; null if there was none. */
  public @Nullable Double averageMillis() {
    return attempts() == 0 ? null : (double) took.toMillis() / attempts();
  }
}

package posthorn.domain.retry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.FieldError;

/**
 * A webhook's own {@code retry_config}: exponential waits with jitter, least waits for some kinds
 * of failure, and timeouts that may grow.
 */
public record RetryConfig(
    int maxAttempts,
    Duration baseDelay,
    Duration maxDelay,
    double backoffMultiplier,
    TimeoutPolicy timeout) {
  private static final double JITTER = 0.25;
  private static final Map<FailureCategory, Duration> MINIMUMS =
      Map.of(
          FailureCategory.RATE_LIMIT, Duration.ofSeconds(60),
          // The name may be on its way to the servers.
          FailureCategory.DNS, Duration.ofSeconds(5),
          // The receiver may need a breath.
          FailureCategory.TIMEOUT, Duration.ofSeconds(2));

  private static final double DAY_MS = 24 * 60 * 60 * 1000;
  private static final double LONGEST_TIMEOUT_MS = 2 * 60 * 1000;
  private static final double MOST_MULTIPLIER = 10;

  public static final RetryConfig DEFAULT =
      new RetryConfig(
          5,
          Duration.ofSeconds(1),
          Duration.ofSeconds(300),
          2,
          TimeoutPolicy.of(Duration.ofSeconds(30)));

  /**
   * After the n-th failure the base is multiplied n times, so the first wait is base × multiplier.
   */
  public BackoffSchedule schedule() {
    Duration first = Duration.ofMillis((long) (baseDelay.toMillis() * backoffMultiplier));
    return new BackoffSchedule(
        new ExponentialDelays(
            first.compareTo(maxDelay) > 0 ? maxDelay : first, backoffMultiplier, maxDelay),
        JITTER,
        MINIMUMS);
  }

  public RetryPolicy policy(RetryOn retryOn) {
    return new RetryPolicy(maxAttempts, schedule(), retryOn);
  }

  /** The object as a person wrote it; null is what was left out. */
  public record Written(
      @Nullable Long maxAttempts,
      @Nullable Long baseDelayMs,
      @Nullable Long maxDelayMs,
      @Nullable Double backoffMultiplier,
      @Nullable Long timeoutMs,
      @Nullable Double timeoutGrowthFactor) {}

  /** What came of reading a configuration. */
  public sealed interface Parsed {
    record Valid(RetryConfig config) implements Parsed {}

    record Invalid(List<FieldError> errors) implements Parsed {
      public Invalid {
        errors = List.copyOf(errors);
      }
    }
  }

  /**
   * Reads what a person wrote; what was left out is as in {@link #DEFAULT}.
   *
   * @param path where the object stands: {@code retry_config}
   */
  public static Parsed parse(String path, Written written) {
    var errors = new ArrayList<FieldError>();
    long attempts = or(written.maxAttempts, DEFAULT.maxAttempts);
    long base = or(written.baseDelayMs, DEFAULT.baseDelay.toMillis());
    long max = or(written.maxDelayMs, DEFAULT.maxDelay.toMillis());
    double multiplier = or(written.backoffMultiplier, DEFAULT.backoffMultiplier);
    long timeout = or(written.timeoutMs, DEFAULT.timeout.first().toMillis());
    double growth = or(written.timeoutGrowthFactor, DEFAULT.timeout.growthFactor());
    check(errors, path + ".max_attempts", (double) attempts, 1, RetryPolicy.MOST_ATTEMPTS);
    check(errors, path + ".base_delay_ms", (double) base, 1, DAY_MS);
    check(errors, path + ".max_delay_ms", (double) max, 1, DAY_MS);
    check(errors, path + ".backoff_multiplier", multiplier, 1, MOST_MULTIPLIER);
    check(errors, path + ".timeout_ms", (double) timeout, 1, LONGEST_TIMEOUT_MS);
    check(errors, path + ".timeout_growth_factor", growth, 1, MOST_MULTIPLIER);
    if (errors.isEmpty() && max < base) {
      errors.add(new FieldError(path + ".max_delay_ms", "must not be below base_delay_ms"));
    }
    if (!errors.isEmpty()) {
      return new Parsed.Invalid(errors);
    }
    return new Parsed.Valid(
        new RetryConfig(
            (int) attempts,
            Duration.ofMillis(base),
            Duration.ofMillis(max),
            multiplier,
            new TimeoutPolicy(Duration.ofMillis(timeout), growth)));
  }

  private static long or(@Nullable Long written, long otherwise) {
    return written == null ? otherwise : written;
  }

  private static double or(@Nullable Double written, double otherwise) {
    return written == null ? otherwise : written;
  }

  private static void check(
      List<FieldError> errors, String field, double value, double min, double max) {
    // Written so that what is not a number is refused too.
    if (!(value >= min && value <= max)) {
      errors.add(new FieldError(field, "must be between " + (long) min + " and " + (long) max));
    }
  }
}

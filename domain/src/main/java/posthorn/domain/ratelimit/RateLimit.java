package posthorn.domain.ratelimit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.field.FieldError;

/**
 * How many requests may leave: so many a minute, and after a pause so many at once.
 *
 * @param burst how many tokens a bucket holds when nothing has left for a while
 */
public record RateLimit(int requestsPerMinute, int burst) {
  public static final int MAX_REQUESTS_PER_MINUTE = 6_000_000;
  public static final int MAX_BURST = 100_000;

  /** What a webhook gets that has a limit and does not say which. */
  public static final RateLimit DEFAULT = new RateLimit(100, 20);

  /** What a tenant gets where tenants have quotas; the burst is in the proportion of the above. */
  public static final RateLimit TENANT_DEFAULT = new RateLimit(1_000, 200);

  private static final String RATE_RULE = "must be between 1 and " + MAX_REQUESTS_PER_MINUTE;
  private static final String BURST_RULE = "must be between 1 and " + MAX_BURST;

  public RateLimit {
    if (!isValidRate(requestsPerMinute)) {
      throw new IllegalArgumentException("requests per minute " + RATE_RULE);
    }
    if (!isValidBurst(burst)) {
      throw new IllegalArgumentException("a burst " + BURST_RULE);
    }
  }

  /** So many in any minute that begins after a pause, at once if need be. */
  public static RateLimit perMinute(int requests) {
    return new RateLimit(requests, Math.min(requests, MAX_BURST));
  }

  /** What came of reading a rate limit. */
  public sealed interface Parsed {
    record Valid(RateLimit limit) implements Parsed {}

    record Invalid(List<FieldError> errors) implements Parsed {
      public Invalid {
        errors = List.copyOf(errors);
      }
    }
  }

  /**
   * Reads what a person wrote; what was left out is as in {@link #DEFAULT}.
   *
   * @param path where the object stands: {@code rate_limit}
   */
  public static Parsed parse(String path, @Nullable Long requestsPerMinute, @Nullable Long burst) {
    long rate = requestsPerMinute == null ? DEFAULT.requestsPerMinute : requestsPerMinute;
    long tokens = burst == null ? DEFAULT.burst : burst;
    var errors = new ArrayList<FieldError>();
    if (!isValidRate(rate)) {
      errors.add(new FieldError(path + ".requests_per_minute", RATE_RULE));
    }
    if (!isValidBurst(tokens)) {
      errors.add(new FieldError(path + ".burst", BURST_RULE));
    }
    return errors.isEmpty()
        ? new Parsed.Valid(new RateLimit((int) rate, (int) tokens))
        : new Parsed.Invalid(errors);
  }

  private static boolean isValidRate(long rate) {
    return rate >= 1 && rate <= MAX_REQUESTS_PER_MINUTE;
  }

  private static boolean isValidBurst(long tokens) {
    return tokens >= 1 && tokens <= MAX_BURST;
  }
}

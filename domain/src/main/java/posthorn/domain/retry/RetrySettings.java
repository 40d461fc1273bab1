package posthorn.domain.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a webhook says about its retries, a tenant about those of its webhooks, or the server about
 * all; null is what it leaves to the next: the webhook to its tenant, the tenant to the server.
 *
 * @param preset a policy by its name
 * @param config a policy of its own, which comes before any preset, and has no delays beside it
 * @param delays exactly these, whatever the policy says
 * @param maxAttempts how often at most, whatever the policy says
 * @param maxAge how long a delivery may wait in all
 * @param timeout how long the receiver has for an answer, whatever the policy says
 */
public record RetrySettings(
    @Nullable RetryPreset preset,
    @Nullable RetryConfig config,
    @Nullable DelayList delays,
    @Nullable Integer maxAttempts,
    @Nullable Duration maxAge,
    @Nullable RetryOn retryOn,
    @Nullable Boolean disableOnGone,
    @Nullable Duration timeout) {
  /** The name of a policy that a webhook has of its own. */
  public static final String CUSTOM = "custom";

  public static final Duration SHORTEST_AGE = Duration.ofSeconds(1);
  public static final Duration LONGEST_AGE = Duration.ofDays(365);
  public static final String AGE_RULE =
      "must be a duration such as \"12h\" or \"7d\", from 1s to 365d";

  /** No delay at all would hurry past the waits that a receiver or a broken name needs. */
  public static final Duration SHORTEST_DELAY = Duration.ofSeconds(1);

  /** For webhooks and tenants; the server's own delays may be shorter. */
  public static final String DELAY_RULE = "must be a duration from 1s to 30d such as 30s";

  public static final RetrySettings NONE =
      new RetrySettings(null, null, null, null, null, null, null, null);

  public RetrySettings {
    if (config != null && delays != null) {
      throw new IllegalArgumentException("delays beside a policy that has its own");
    }
    if (maxAttempts != null && (maxAttempts < 1 || maxAttempts > RetryPolicy.MOST_ATTEMPTS)) {
      throw new IllegalArgumentException("attempts are 1 to " + RetryPolicy.MOST_ATTEMPTS);
    }
    if (maxAge != null && !isAge(maxAge)) {
      throw new IllegalArgumentException("an age " + AGE_RULE + ": " + maxAge);
    }
    if (timeout != null && !timeout.isPositive()) {
      throw new IllegalArgumentException("a timeout is above zero: " + timeout);
    }
  }

  public static RetrySettings of(RetryPreset preset) {
    return new RetrySettings(preset, null, null, null, null, null, null, null);
  }

  /** Whether a webhook or a tenant may have it. */
  public static boolean isDelay(Duration delay) {
    return DelayList.isDelay(delay) && delay.compareTo(SHORTEST_DELAY) >= 0;
  }

  public static boolean isAge(Duration age) {
    return age.compareTo(SHORTEST_AGE) >= 0 && age.compareTo(LONGEST_AGE) <= 0;
  }

  /**
   * What holds, where this is what holds without these settings. A policy takes the place of the
   * outer one whole, and of what was changed of that; single values change the policy that holds.
   * Delays change no number of attempts, and do not stray. No policy says anything of {@code
   * disableOnGone} and {@code maxAge}, so the outer ones stay.
   */
  public RetryPreset effective(RetryPreset outer) {
    RetryPreset chosen = chosen(outer);
    RetryPolicy policy = chosen.policy();
    RetryPolicy around = outer.policy();
    TimeoutPolicy time = chosen.timeout();
    return new RetryPreset(
        chosen.name(),
        new RetryPolicy(
            maxAttempts == null ? policy.maxAttempts() : maxAttempts,
            delays == null ? policy.schedule() : BackoffSchedule.exactly(delays),
            retryOn == null ? policy.retryOn() : retryOn,
            disableOnGone == null ? around.disableOnGone() : disableOnGone,
            maxAge == null ? around.maxAge() : maxAge),
        timeout == null ? time : new TimeoutPolicy(timeout, time.growthFactor()));
  }

  private RetryPreset chosen(RetryPreset outer) {
    if (config != null) {
      return new RetryPreset(CUSTOM, config.policy(RetryOn.ALL), config.timeout());
    }
    return preset == null ? outer : preset;
  }
}

package posthorn.domain.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a webhook says about its retries, or a tenant about those of its webhooks; null is what it
 * leaves to the next: the webhook to its tenant, the tenant to the server.
 *
 * @param preset a policy by its name
 * @param config a policy of its own, which comes before any preset
 * @param maxAttempts how often at most, whatever the policy says
 * @param timeout how long the receiver has for an answer, whatever the policy says
 */
public record RetrySettings(
    @Nullable RetryPreset preset,
    @Nullable RetryConfig config,
    @Nullable Integer maxAttempts,
    @Nullable RetryOn retryOn,
    @Nullable Boolean disableOnGone,
    @Nullable Duration timeout) {
  public static final RetrySettings NONE = new RetrySettings(null, null, null, null, null, null);

  /** The name of a policy that a webhook has of its own. */
  public static final String CUSTOM = "custom";

  public RetrySettings {
    if (maxAttempts != null && (maxAttempts < 1 || maxAttempts > RetryPolicy.MOST_ATTEMPTS)) {
      throw new IllegalArgumentException("attempts are 1 to " + RetryPolicy.MOST_ATTEMPTS);
    }
    if (timeout != null && !timeout.isPositive()) {
      throw new IllegalArgumentException("a timeout is above zero: " + timeout);
    }
  }

  /**
   * What holds, where this is what holds without these settings. A policy takes the place of the
   * outer one whole, and of what was changed of that; single values change the policy that holds.
   * Of {@code disableOnGone} no policy says anything, so the outer one's stays.
   */
  public RetryPreset effective(RetryPreset outer) {
    RetryPreset chosen = chosen(outer);
    RetryPolicy policy = chosen.policy();
    TimeoutPolicy time = chosen.timeout();
    if (maxAttempts != null) {
      policy = policy.withMaxAttempts(maxAttempts);
    }
    if (retryOn != null) {
      policy = policy.withRetryOn(retryOn);
    }
    boolean disables = disableOnGone == null ? outer.policy().disableOnGone() : disableOnGone;
    if (disables != policy.disableOnGone()) {
      policy = policy.withDisableOnGone(disables);
    }
    if (timeout != null) {
      time = new TimeoutPolicy(timeout, time.growthFactor());
    }
    return new RetryPreset(chosen.name(), policy, time);
  }

  private RetryPreset chosen(RetryPreset outer) {
    if (config != null) {
      return new RetryPreset(CUSTOM, config.policy(RetryOn.ALL), config.timeout());
    }
    return preset == null ? outer : preset;
  }
}

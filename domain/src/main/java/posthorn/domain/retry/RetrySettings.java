package posthorn.domain.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a webhook says about its retries; null is what it leaves to the server.
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

  /** What holds for the webhook, where the server's default is this. */
  public RetryPreset effective(RetryPreset serverDefault) {
    RetryPreset chosen = chosen(serverDefault);
    RetryPolicy policy = chosen.policy();
    TimeoutPolicy time = chosen.timeout();
    if (maxAttempts != null) {
      policy = policy.withMaxAttempts(maxAttempts);
    }
    if (retryOn != null) {
      policy = policy.withRetryOn(retryOn);
    }
    if (disableOnGone != null) {
      policy = policy.withDisableOnGone(disableOnGone);
    }
    if (timeout != null) {
      time = new TimeoutPolicy(timeout, time.growthFactor());
    }
    return new RetryPreset(chosen.name(), policy, time);
  }

  private RetryPreset chosen(RetryPreset serverDefault) {
    if (config != null) {
      return new RetryPreset(CUSTOM, config.policy(RetryOn.ALL), config.timeout());
    }
    return preset == null ? serverDefault : preset;
  }
}

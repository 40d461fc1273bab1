package posthorn.http;

import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.RetryConfig;

/** A webhook's own retry policy. */
record RetryConfigView(
    int maxAttempts,
    long baseDelayMs,
    long maxDelayMs,
    double backoffMultiplier,
    long timeoutMs,
    double timeoutGrowthFactor) {

  static @Nullable RetryConfigView of(@Nullable RetryConfig config) {
    return config == null
        ? null
        : new RetryConfigView(
            config.maxAttempts(),
            config.baseDelay().toMillis(),
            config.maxDelay().toMillis(),
            config.backoffMultiplier(),
            config.timeout().first().toMillis(),
            config.timeout().growthFactor());
  }
}

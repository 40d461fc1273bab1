package posthorn.application.dispatch;

import posthorn.domain.ratelimit.RateLimit;

/** A rate limit as a person would work it out; it may allow a little more, never less. */
final class ReferenceBucket {
  private static final double MINUTE = 60_000;

  /** For rounding, and for two that overlap: the one that asked first may be heard of last. */
  private static final double SLACK = 0.5;

  private final RateLimit limit;
  private double tokens;
  private long countedAt;

  ReferenceBucket(RateLimit limit) {
    this.limit = limit;
    this.tokens = limit.burst();
  }

  /** Whether there was a token. */
  boolean take(long nowMillis) {
    long passed = Math.max(0, nowMillis - countedAt);
    double gained = passed * (limit.requestsPerMinute() / MINUTE);
    tokens = Math.min(limit.burst(), tokens + gained) - 1;
    countedAt += passed;
    return tokens >= -SLACK;
  }
}

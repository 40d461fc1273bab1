package posthorn.domain.deadletter;

import java.time.Duration;
import java.time.Instant;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.ratelimit.TokenBucket;

/**
 * How many dead letters may be replayed by now. Whoever was held up may make up for {@link #SLACK},
 * and no more: so in any span of ten times that length there are at most 10 % too many, and a start
 * or a pause is followed by no burst.
 */
public record ReplayPace(TokenBucket bucket) {
  /** What is missed for longer is lost. */
  public static final Duration SLACK = Duration.ofMillis(250);

  /** Often enough for an even flow, and seldom enough that many share a commit. */
  static final Duration STEP = Duration.ofMillis(50);

  private static final long A_SECOND = Duration.ofSeconds(1).toMillis();

  /** With one alone, every moment that a look comes late would be lost. */
  private static final int FEWEST = 2;

  /** From now on; nothing is due yet. */
  public static ReplayPace from(int requestsPerSecond, Instant now) {
    int slack = Math.max(FEWEST, (int) (requestsPerSecond * SLACK.toMillis() / A_SECOND));
    int perMinute = requestsPerSecond * (int) Duration.ofMinutes(1).toSeconds();
    return new ReplayPace(new TokenBucket(new RateLimit(perMinute, slack), 0, now));
  }

  /** How many may be replayed now. */
  public int due(Instant now) {
    return bucket.available(now);
  }

  /** After so many, which were due, were replayed. */
  public ReplayPace after(int replayed, Instant now) {
    TokenBucket left = bucket;
    for (int i = 0; i < replayed; i++) {
      left = left.take(now).next();
    }
    return new ReplayPace(left);
  }

  /** When to look again, if none is due or those that were are replayed. */
  public Instant next(Instant now) {
    Instant more = bucket.nextAt(now);
    Instant soon = now.plus(STEP);
    return more.isBefore(soon) ? soon : more;
  }
}

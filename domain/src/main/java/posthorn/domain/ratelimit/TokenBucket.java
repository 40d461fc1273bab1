package posthorn.domain.ratelimit;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The tokens left under a limit; a request takes one. Tokens are counted in parts of 1/60 000: each
 * millisecond adds as many parts as a minute has requests, so every millisecond is exact. A full
 * bucket gains nothing: with a burst of one, each token takes whole milliseconds.
 *
 * <p>Time only counts forwards. Who asks with a slightly older time, because others were faster,
 * finds the tokens of the latest question. A clock that is set back by more than {@link #STEP}
 * neither wins nor loses tokens: the bucket goes on from what the clock says now.
 *
 * @param parts the tokens left, in parts
 * @param countedAt up to when time has been turned into parts, in whole milliseconds
 */
public record TokenBucket(RateLimit limit, long parts, Instant countedAt) {
  /** From here on an older time is a clock set back, not a caller out of turn. */
  static final Duration STEP = Duration.ofSeconds(5);

  private static final long PARTS_OF_A_TOKEN = Duration.ofMinutes(1).toMillis();

  public TokenBucket {
    if (parts < 0 || parts > capacity(limit)) {
      throw new IllegalArgumentException("a bucket of " + limit + " cannot hold " + parts);
    }
    countedAt = countedAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /** What came of asking for a token. Either way {@code next} takes the bucket's place. */
  public sealed interface Answer {
    TokenBucket next();

    record Taken(TokenBucket next) implements Answer {}

    /** None is left; the next one is there at that time, unless somebody else takes it. */
    record Wait(Instant until, TokenBucket next) implements Answer {}
  }

  public static TokenBucket full(RateLimit limit, Instant now) {
    return new TokenBucket(limit, capacity(limit), now);
  }

  /**
   * The same bucket after its limit was changed; tokens beyond the new burst are lost. The time not
   * yet counted is counted at the old rate.
   */
  public TokenBucket under(RateLimit changed, Instant now) {
    TokenBucket counted = counted(now);
    return new TokenBucket(changed, Math.min(counted.parts, capacity(changed)), counted.countedAt);
  }

  public Answer take(Instant now) {
    TokenBucket counted = counted(now);
    if (counted.parts >= PARTS_OF_A_TOKEN) {
      return new Answer.Taken(counted.holding(counted.parts - PARTS_OF_A_TOKEN));
    }
    long millis = Math.ceilDiv(PARTS_OF_A_TOKEN - counted.parts, limit.requestsPerMinute());
    return new Answer.Wait(counted.countedAt.plusMillis(millis), counted);
  }

  /** How many requests could leave now, one after another. */
  public int available(Instant now) {
    return (int) (counted(now).parts / PARTS_OF_A_TOKEN);
  }

  /** When there is one more than now; a full bucket is as if it were just about to gain one. */
  public Instant nextAt(Instant now) {
    TokenBucket counted = counted(now);
    if (counted.parts == capacity(limit)) {
      return counted.countedAt;
    }
    long missing = PARTS_OF_A_TOKEN - counted.parts % PARTS_OF_A_TOKEN;
    return counted.countedAt.plusMillis(Math.ceilDiv(missing, limit.requestsPerMinute()));
  }

  private TokenBucket counted(Instant now) {
    long elapsed = Duration.between(countedAt, now.truncatedTo(ChronoUnit.MILLIS)).toMillis();
    if (elapsed < -STEP.toMillis()) {
      return new TokenBucket(limit, parts, now);
    }
    if (elapsed <= 0) {
      return this;
    }
    long space = capacity(limit) - parts;
    // Asked this way around, a bucket left alone for years does not overflow.
    long gained =
        elapsed >= Math.ceilDiv(space, limit.requestsPerMinute())
            ? space
            : elapsed * limit.requestsPerMinute();
    return new TokenBucket(limit, parts + gained, now);
  }

  private TokenBucket holding(long left) {
    return new TokenBucket(limit, left, countedAt);
  }

  private static long capacity(RateLimit limit) {
    return limit.burst() * PARTS_OF_A_TOKEN;
  }
}

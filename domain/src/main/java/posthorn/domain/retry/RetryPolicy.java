package posthorn.domain.retry;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.Verdict.GiveUp;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;

/**
 * How often and when a delivery is tried.
 *
 * @param maxAttempts how many HTTP requests at most; the last one's failure makes the delivery dead
 */
public record RetryPolicy(int maxAttempts, BackoffSchedule schedule) {
  /** What a server uses that is not told otherwise. */
  public static final String DEFAULT_PRESET = "gateway";

  private static final List<Duration> GATEWAY_DELAYS =
      List.of(
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofHours(1),
          Duration.ofHours(6));
  private static final List<Duration> STANDARD_DELAYS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));
  private static final Map<String, RetryPolicy> PRESETS = presets();

  public RetryPolicy {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("at least one attempt is needed: " + maxAttempts);
    }
  }

  private static Map<String, RetryPolicy> presets() {
    var presets = new LinkedHashMap<String, RetryPolicy>();
    presets.put(DEFAULT_PRESET, new RetryPolicy(5, new DelayList(GATEWAY_DELAYS, 0)));
    presets.put("gateway-6", new RetryPolicy(6, new DelayList(GATEWAY_DELAYS, 0)));
    presets.put("standard", new RetryPolicy(10, new DelayList(STANDARD_DELAYS, 0.2)));
    return presets;
  }

  public static Optional<RetryPolicy> preset(String name) {
    return Optional.ofNullable(PRESETS.get(name));
  }

  public static Set<String> presetNames() {
    return PRESETS.keySet();
  }

  /**
   * What follows from an attempt's outcome.
   *
   * @param attempt the attempt's number, from 1
   * @param now when the outcome was known
   * @param roll a number from 0 (inclusive) to 1 (exclusive)
   */
  public Verdict judge(int attempt, AttemptOutcome outcome, Instant now, double roll) {
    // Any 2xx settles it, whatever the body says.
    if (outcome instanceof Answered answered && answered.accepted()) {
      return new Succeed();
    }
    Failure failure = Failure.of(outcome);
    // The last request allowed has failed.
    if (attempt >= maxAttempts) {
      return new GiveUp(DeadReason.ATTEMPTS_EXHAUSTED, failure);
    }
    return new RetryAt(now.plus(schedule.delayAfter(attempt, roll)), failure);
  }
}

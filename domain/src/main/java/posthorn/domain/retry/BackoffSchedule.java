package posthorn.domain.retry;

import java.time.Duration;

/** How long to wait after a failed attempt. */
public sealed interface BackoffSchedule permits DelayList {

  /**
   * The wait after a failure.
   *
   * @param failedAttempt the number of the attempt that failed, from 1
   * @param roll a number from 0 (inclusive) to 1 (exclusive) that chooses within the jitter
   */
  Duration delayAfter(int failedAttempt, double roll);
}

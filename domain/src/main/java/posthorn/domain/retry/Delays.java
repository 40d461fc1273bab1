package posthorn.domain.retry;

import java.time.Duration;

/** How long the waits between attempts are, before anything strays from them. */
public sealed interface Delays permits DelayList, ExponentialDelays {

  /**
   * The wait after a failure.
   *
   * @param failedAttempt the number of the attempt that failed, from 1
   */
  Duration after(int failedAttempt);
}

package posthorn.application.dispatch;

import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;

/** Outcomes in few words. */
final class Outcomes {
  private Outcomes() {}

  static String brief(AttemptOutcome outcome) {
    return outcome instanceof Answered answered
        ? Integer.toString(answered.status())
        : outcome.getClass().getSimpleName();
  }
}

package posthorn.domain.retry;

import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;

/**
 * Why an attempt failed, kept with the delivery so that a person can tell without the attempts.
 *
 * @param httpStatus the status, where there was an answer
 * @param responseSample the beginning of the answer's body, where there was one
 */
public record Failure(
    FailureCategory category,
    String message,
    @Nullable Integer httpStatus,
    @Nullable String responseSample) {

  /** The failure that an outcome is; a 2xx is none. */
  public static Failure of(AttemptOutcome outcome) {
    return switch (outcome) {
      case Answered answered when answered.accepted() ->
          throw new IllegalArgumentException("a " + answered.status() + " is no failure");
      case Answered(int status, _, String sample, _, _) ->
          new Failure(
              FailureCategory.ofStatus(status), "the receiver answered " + status, status, sample);
      case TimedOut(_, String message, _, _) -> unanswered(FailureCategory.TIMEOUT, message);
      case Unreachable(var trouble, String message, _, _) ->
          unanswered(trouble.category(), message);
      case Blocked(String message, _, _) -> unanswered(FailureCategory.BLOCKED_ADDRESS, message);
      case Withdrawn withdrawn -> unanswered(FailureCategory.NETWORK, withdrawn.message());
    };
  }

  /** The same without what the receiver said, which may be long. */
  public Failure withoutSample() {
    return responseSample == null ? this : new Failure(category, message, httpStatus, null);
  }

  private static Failure unanswered(FailureCategory category, String message) {
    return new Failure(category, message, null, null);
  }
}

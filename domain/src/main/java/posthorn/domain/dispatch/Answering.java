package posthorn.domain.dispatch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;

/**
 * Whether a webhook's receiver answers, whatever it answers.
 *
 * @param answeredAt when it answered last; null if never
 * @param silent whether the latest request got no answer
 */
public record Answering(@Nullable Instant answeredAt, boolean silent) {
  public static final Answering UNKNOWN = new Answering(null, false);

  /** An answer proves something for so long: a receiver may have failed since. */
  public static final Duration RECENT = Duration.ofSeconds(2);

  /** After a request that came to that. */
  public Answering after(AttemptOutcome outcome, Instant at) {
    return switch (outcome) {
      case Answered _ -> new Answering(at, false);
      case TimedOut _, Unreachable _ -> new Answering(answeredAt, true);
      // The receiver was not asked, or not for long enough.
      case Blocked _, Withdrawn _ -> this;
    };
  }

  public Trust trust(Instant now) {
    if (silent) {
      return Trust.DOUBTFUL;
    }
    // After a clock went back, nothing recent is known.
    boolean recent =
        answeredAt != null && Duration.between(answeredAt, now).abs().compareTo(RECENT) <= 0;
    return recent ? Trust.PROVEN : Trust.UNPROVEN;
  }
}

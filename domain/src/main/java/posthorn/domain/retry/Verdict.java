package posthorn.domain.retry;

import java.time.Instant;

/** What to do with a delivery after an attempt. */
public sealed interface Verdict {

  /** It is delivered. */
  record Succeed() implements Verdict {}

  /** Try again, not before that time. */
  record RetryAt(Instant at, Failure failure) implements Verdict {}

  /** No further attempt; it becomes a dead letter. */
  record GiveUp(DeadReason reason, Failure failure) implements Verdict {}
}

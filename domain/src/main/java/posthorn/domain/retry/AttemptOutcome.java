package posthorn.domain.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one HTTP request came to. Whatever the network or the receiver did is one of these. */
public sealed interface AttemptOutcome {

  /** From the start of the attempt until this was known. */
  Duration took();

  /** The address that was dialled, where it got that far. */
  @Nullable String remoteAddress();

  /** The receiver answered; the status line alone decides what that means. */
  record Answered(int status, String bodySample, @Nullable String remoteAddress, Duration took)
      implements AttemptOutcome {
    public boolean accepted() {
      return status / 100 == 2;
    }
  }

  /** The deadline passed before the receiver had answered. */
  record TimedOut(String message, @Nullable String remoteAddress, Duration took)
      implements AttemptOutcome {}

  /** No answer could be had: the name, the connection or the TLS handshake failed. */
  record Unreachable(
      FailureCategory category, String message, @Nullable String remoteAddress, Duration took)
      implements AttemptOutcome {}

  /** We refused to dial: the name leads to an address that webhooks may not reach. */
  record Blocked(String message, @Nullable String remoteAddress, Duration took)
      implements AttemptOutcome {}
}

package posthorn.domain.retry;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one HTTP request came to. Whatever the network or the receiver did is one of these. */
public sealed interface AttemptOutcome {

  /** From the start of the attempt until this was known. */
  Duration took();

  /** The address that was dialled, where it got that far. */
  @Nullable String remoteAddress();

  /**
   * The receiver answered; the status line alone decides what that means, however long, cut off or
   * oversized the body is.
   *
   * @param headers by their names in lower case
   */
  record Answered(
      int status,
      Map<String, String> headers,
      String bodySample,
      @Nullable String remoteAddress,
      Duration took)
      implements AttemptOutcome {

    public Answered {
      headers = Map.copyOf(headers);
    }

    public boolean accepted() {
      return status / 100 == 2;
    }

    @Nullable String header(String lowerCaseName) {
      return headers.get(lowerCaseName);
    }
  }

  /** The time was up before the receiver had answered. */
  record TimedOut(Phase phase, String message, @Nullable String remoteAddress, Duration took)
      implements AttemptOutcome {

    /** How far it had come. */
    public enum Phase {
      CONNECT,
      ANSWER
    }
  }

  /** No answer could be had. */
  record Unreachable(Trouble trouble, String message, @Nullable String remoteAddress, Duration took)
      implements AttemptOutcome {

    /** What stood in the way. */
    public enum Trouble {
      /** The name has no address, or nobody could be asked for it. */
      NAME(FailureCategory.DNS),
      /** Nobody listens there. */
      REFUSED(FailureCategory.NETWORK),
      /** There is no way there. */
      ROUTE(FailureCategory.NETWORK),
      /** The connection broke before the status line. */
      RESET(FailureCategory.NETWORK),
      /** What came back is not HTTP, or its head has no end. */
      PROTOCOL(FailureCategory.NETWORK),
      /** No secure connection came about: its certificate, its name, its version. */
      TLS(FailureCategory.SSL);

      private final FailureCategory category;

      Trouble(FailureCategory category) {
        this.category = category;
      }

      FailureCategory category() {
        return category;
      }
    }
  }

  /** We refused to dial: the name leads to an address that webhooks may not reach. */
  record Blocked(String message, @Nullable String remoteAddress, Duration took)
      implements AttemptOutcome {}

  /**
   * We did not send it, or took it back before its answer; that is no attempt. If part of it had
   * left, the receiver may have it all the same.
   */
  record Withdrawn(Cause cause, Duration took) implements AttemptOutcome {

    /** Why. */
    public enum Cause {
      /** Its webhook was paused, disabled or removed meanwhile. */
      RECALLED("the request was taken back, as its webhook was paused, disabled or removed"),
      /** All connections of the sender were in use. */
      NO_CONNECTION("no connection was free in time");

      private final String message;

      Cause(String message) {
        this.message = message;
      }
    }

    String message() {
      return cause.message;
    }

    @Override
    public @Nullable String remoteAddress() {
      return null;
    }
  }
}

package posthorn.outbound;

import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.FailureCategory;
import posthorn.outbound.AddressGuard.BlockedAddressException;

/** What an exception means for the attempt, in a sentence that a person understands. */
final class Failures {
  private Failures() {}

  static AttemptOutcome outcomeOf(
      @Nullable Throwable failure, WebhookRequest request, Duration took) {
    String host = request.url().host();
    return switch (failure) {
      case BlockedAddressException e -> new Blocked(messageOf(e), null, took);
      case UnknownHostException _ ->
          new Unreachable(FailureCategory.DNS, "the name " + host + " has no address", null, took);
      case SSLException e ->
          new Unreachable(FailureCategory.SSL, "TLS failed: " + messageOf(e), null, took);
      case SocketTimeoutException e -> new TimedOut(messageOf(e), null, took);
      case TimeoutException _ -> new TimedOut("no connection was free in time", null, took);
      case InterruptedException _ ->
          new Unreachable(FailureCategory.NETWORK, "the attempt was interrupted", null, took);
      case null -> new Unreachable(FailureCategory.NETWORK, "it failed", null, took);
      default -> new Unreachable(FailureCategory.NETWORK, messageOf(failure), null, took);
    };
  }

  private static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}

package posthorn.outbound;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.TimedOut.Phase;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
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
          new Unreachable(Trouble.NAME, "the name " + host + " has no address", null, took);
      case SSLException e ->
          new Unreachable(Trouble.TLS, "TLS failed: " + messageOf(e), null, took);
      case ConnectTimeoutException e -> new TimedOut(Phase.CONNECT, messageOf(e), null, took);
      case SocketTimeoutException e -> new TimedOut(Phase.ANSWER, messageOf(e), null, took);
      case TimeoutException _ ->
          new TimedOut(Phase.CONNECT, "no connection was free in time", null, took);
      case NoRouteToHostException e -> new Unreachable(Trouble.ROUTE, messageOf(e), null, took);
      case ConnectException e -> new Unreachable(Trouble.REFUSED, messageOf(e), null, took);
      case HttpException e -> new Unreachable(Trouble.PROTOCOL, messageOf(e), null, took);
      case MessageConstraintException e ->
          new Unreachable(Trouble.PROTOCOL, messageOf(e), null, took);
      case null -> new Unreachable(Trouble.RESET, "it failed", null, took);
      default -> new Unreachable(Trouble.RESET, messageOf(failure), null, took);
    };
  }

  private static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}

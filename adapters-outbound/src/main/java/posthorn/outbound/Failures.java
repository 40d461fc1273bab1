package posthorn.outbound;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.field.PlainText;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Blocked;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.TimedOut.Phase;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.retry.AttemptOutcome.Withdrawn.Cause;
import posthorn.outbound.AddressGuard.BlockedAddressException;
import posthorn.outbound.Clients.NoneFreeException;

/** What an exception means for the attempt, in a sentence that a person understands. */
final class Failures {
  private static final int MAX_LENGTH = 300;
  private static final String NOT_TLS = "Unsupported or unrecognized SSL message";

  private Failures() {}

  /** Before anything was dialled. */
  static AttemptOutcome beforeDialling(Exception failure, WebhookRequest request, Duration took) {
    String host = request.url().host();
    return switch (failure) {
      case BlockedAddressException e -> new Blocked("the URL " + e.reason(), null, took);
      case UnknownHostException _ ->
          new Unreachable(Trouble.NAME, "the name " + host + " has no address", null, took);
      case TimeoutException _ ->
          new Unreachable(
              Trouble.NAME,
              "the name " + host + " could not be looked up within " + millis(request.timeout()),
              null,
              took);
      case NoneFreeException _ ->
          new TimedOut(
              Phase.CONNECT,
              "all connections with client certificates were in use for "
                  + millis(request.timeout()),
              null,
              took);
      case RejectedExecutionException _ ->
          new Unreachable(
              Trouble.NAME,
              "the name " + host + " was not looked up: too many others of the tenant wait for it",
              null,
              took);
      default -> new Unreachable(Trouble.RESET, textOf(failure), null, took);
    };
  }

  /**
   * While that address was dialled, or after.
   *
   * @param address null where a proxy dials
   */
  static AttemptOutcome whileSending(
      @Nullable Throwable failure,
      WebhookRequest request,
      @Nullable InetAddress address,
      Duration took) {
    String ip = address == null ? null : address.getHostAddress();
    String peer = peerOf(ip == null ? request.url().host() : ip, request.url().port());
    return switch (failure) {
      case ConnectTimeoutException _ ->
          new TimedOut(Phase.CONNECT, "no connection to " + peer + " in time", ip, took);
      case SocketTimeoutException _ ->
          new TimedOut(Phase.ANSWER, "no answer from " + peer + " in time", ip, took);
      case TimeoutException _ -> new Withdrawn(Cause.NO_CONNECTION, took);
      case SSLException e -> new Unreachable(Trouble.TLS, tlsText(e, peer), ip, took);
      case NoRouteToHostException _ ->
          new Unreachable(Trouble.ROUTE, "there is no way to " + peer, ip, took);
      case ConnectException e when isRefusal(e) ->
          new Unreachable(Trouble.REFUSED, "connection refused by " + peer, ip, took);
      case ConnectException e ->
          new Unreachable(Trouble.ROUTE, "no connection to " + peer + ": " + textOf(e), ip, took);
      case MessageConstraintException e -> protocol(e, request, ip, took);
      case H2ConnectionException e -> protocol(e, request, ip, took);
      case H2StreamResetException e -> protocol(e, request, ip, took);
      case HttpException e -> protocol(e, request, ip, took);
      case ConnectionClosedException _ -> closed(peer, ip, took);
      case null -> closed(peer, ip, took);
      default ->
          new Unreachable(
              Trouble.RESET,
              "connection to " + peer + " broke before an answer: " + textOf(failure),
              ip,
              took);
    };
  }

  private static String peerOf(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  private static AttemptOutcome closed(String peer, @Nullable String ip, Duration took) {
    return new Unreachable(
        Trouble.RESET, "connection was closed by " + peer + " before an answer", ip, took);
  }

  /** What came instead may quote the request, whose path not everybody may see. */
  private static AttemptOutcome protocol(
      Exception e, WebhookRequest request, @Nullable String ip, Duration took) {
    String peer = peerOf(ip == null ? request.url().host() : ip, request.url().port());
    String what = request.url().hiddenIn(textOf(e));
    return new Unreachable(Trouble.PROTOCOL, peer + " did not answer in HTTP: " + what, ip, took);
  }

  private static boolean isRefusal(ConnectException failure) {
    return String.valueOf(failure.getMessage()).contains("refused");
  }

  private static String tlsText(SSLException failure, String peer) {
    if (failure instanceof SSLPeerUnverifiedException) {
      return "TLS certificate is for another name: " + textOf(failure);
    }
    return Causes.find(failure, CertificateException.class)
        .map(Failures::textOf)
        .orElseGet(() -> {
          String text = textOf(failure);
          return text.contains(NOT_TLS)
              ? peer + " does not speak TLS"
              : "TLS failed with " + peer + ": " + text;
        });
  }

  static String millis(Duration time) {
    return time.toMillis() + " ms";
  }

  /** Much of it may be what a stranger sent. */
  private static String textOf(Throwable failure) {
    String message = failure.getMessage();
    String text = message == null ? failure.getClass().getSimpleName() : message;
    String plain = PlainText.cleaned(text);
    return plain.length() > MAX_LENGTH ? plain.substring(0, MAX_LENGTH) + "…" : plain;
  }
}

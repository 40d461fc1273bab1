package posthorn.outbound;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Destinations;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.domain.net.AddressVerdict;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.retry.AttemptOutcome.TimedOut.Phase;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.outbound.AddressGuard.BlockedAddressException;

/**
 * {@link WebhookSender} on a pool of kept-alive connections. Callers block, on virtual threads; the
 * bytes are moved by a few threads of the client's own.
 */
public final class PooledWebhookSender implements WebhookSender, Destinations, AutoCloseable {
  // Without a charset: JSON has but one.
  private static final ContentType JSON = ContentType.create("application/json");

  /**
   * Somebody waits for an answer about a URL; a name that takes longer has to prove itself later.
   */
  private static final Duration PATIENCE_AT_REGISTRATION = Duration.ofSeconds(3);

  /** Clients with a certificate that are kept for the next request with it. */
  private static final int MOST_CERTIFICATES = 64;

  private final Settings settings;
  private final Names names;
  private final AddressGuard guard;
  private final Clients clients;
  private final Deadlines deadlines;

  /**
   * How requests go out.
   *
   * @param maxConnections to all receivers together
   * @param maxConnectionsPerHost to one address of one receiver
   * @param sampleBytes how much of an answer's body is kept
   * @param authorities whose certificates are trusted besides those that Java knows
   * @param proxy through which all requests go, if any: {@code http://user:password@host:port}
   */
  public record Settings(
      String userAgent,
      int maxConnections,
      int maxConnectionsPerHost,
      Duration connectTimeout,
      int sampleBytes,
      List<X509Certificate> authorities,
      @Nullable URI proxy) {

    public Settings {
      authorities = List.copyOf(authorities);
    }
  }

  /** Starts the client, with a thread that nobody watches over. */
  public PooledWebhookSender(UrlPolicy urls, Settings settings) {
    this(urls, settings, VitalThreads.UNWATCHED);
  }

  /** Starts the client. */
  public PooledWebhookSender(UrlPolicy urls, Settings settings, VitalThreads threads) {
    this(urls, settings, NameServers.SYSTEM, threads);
  }

  PooledWebhookSender(UrlPolicy urls, Settings settings, NameServers servers) {
    this(urls, settings, servers, VitalThreads.UNWATCHED);
  }

  private PooledWebhookSender(
      UrlPolicy urls, Settings settings, NameServers servers, VitalThreads threads) {
    this.settings = settings;
    deadlines = new Deadlines(threads);
    names = new Names(servers, System::nanoTime);
    guard = new AddressGuard(urls, names);
    clients = new Clients(settings, MOST_CERTIFICATES);
    deadlines.start();
  }

  @Override
  public AddressVerdict judge(WebhookUrl url) {
    try {
      List<InetAddress> _ = guard.resolve(url, PATIENCE_AT_REGISTRATION);
    } catch (BlockedAddressException e) {
      return new AddressVerdict.Refused(e.reason());
    } catch (UnknownHostException | TimeoutException _) {
      // It may have an address by the time that it is sent to, and is judged by that.
      return new AddressVerdict.Allowed();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return new AddressVerdict.Allowed();
  }

  @Override
  public AttemptOutcome send(WebhookRequest request) {
    var deadline = Deadline.in(request.timeout());
    try {
      return settings.proxy() == null
          ? sendToAny(guard.resolve(request.url(), deadline.remaining()), request, deadline)
          : sendThroughProxy(request, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Failures.beforeDialling(e, request, deadline.elapsed());
    } catch (Exception e) {
      // Whatever goes wrong with one request is that attempt's failure and nobody else's.
      return Failures.beforeDialling(e, request, deadline.elapsed());
    }
  }

  /** The proxy looks the name up again, and dials; it has to guard its network itself. */
  private AttemptOutcome sendThroughProxy(WebhookRequest request, Deadline deadline)
      throws TimeoutException, InterruptedException, BlockedAddressException {
    try {
      List<InetAddress> _ = guard.resolve(request.url(), deadline.remaining());
    } catch (UnknownHostException _) {
      // The proxy may know names that are not known here.
    }
    return exchange(request, null, deadline);
  }

  /** One address after the other, until one can be connected to. */
  private AttemptOutcome sendToAny(
      List<InetAddress> addresses, WebhookRequest request, Deadline deadline)
      throws InterruptedException {
    AttemptOutcome outcome = exchange(request, addresses.getFirst(), deadline);
    for (InetAddress next : addresses.subList(1, addresses.size())) {
      if (!isUnconnected(outcome) || deadline.hasPassed()) {
        return outcome;
      }
      outcome = exchange(request, next, deadline);
    }
    return outcome;
  }

  private static boolean isUnconnected(AttemptOutcome outcome) {
    return switch (outcome) {
      case TimedOut timedOut -> timedOut.phase() == Phase.CONNECT;
      case Unreachable unreachable ->
          unreachable.trouble() == Trouble.REFUSED || unreachable.trouble() == Trouble.ROUTE;
      case Answered _, AttemptOutcome.Blocked _ -> false;
    };
  }

  private AttemptOutcome exchange(
      WebhookRequest request, @Nullable InetAddress address, Deadline deadline)
      throws InterruptedException {
    try (Clients.Lent lent = clients.take(request.certificate())) {
      return exchange(lent.client(), request, address, deadline);
    }
  }

  private AttemptOutcome exchange(
      Client client, WebhookRequest request, @Nullable InetAddress address, Deadline deadline)
      throws InterruptedException {
    var answer = new AnswerConsumer(settings.sampleBytes());
    var context = HttpClientContext.create();
    context.setRequestConfig(
        RequestConfig.custom()
            .setConnectionRequestTimeout(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)
            .build());
    CutOff cutOff = CutOff.of(context);
    Future<?> _ =
        client
            .http()
            .execute(
                hostOf(request.url(), address), producerOf(request), answer, null, context, answer);
    Deadlines.Watched watched = deadlines.watch(deadline, answer::timeOut);
    try {
      // If the status line is there, it is the verdict; a body that still drips changes nothing.
      if (!answer.await() && !answer.hasStatus()) {
        return timedOut(request, address, context, deadline);
      }
    } catch (ExecutionException e) {
      return Failures.whileSending(e.getCause(), request, address, deadline.elapsed());
    } catch (CancellationException _) {
      return Failures.whileSending(null, request, address, deadline.elapsed());
    } finally {
      deadlines.letGo(watched);
      // Cuts off what still runs. One that has ended is left alone: its connection is kept.
      if (!answer.hasEnded()) {
        cutOff.cancel();
      }
    }
    return new Answered(
        answer.status(), answer.headers(), answer.sample(), textOf(address), deadline.elapsed());
  }

  private static @Nullable String textOf(@Nullable InetAddress address) {
    return address == null ? null : address.getHostAddress();
  }

  private static HttpHost hostOf(WebhookUrl url, @Nullable InetAddress address) {
    return new HttpHost(url.secure() ? "https" : "http", address, url.host(), url.port());
  }

  private static TimedOut timedOut(
      WebhookRequest request,
      @Nullable InetAddress address,
      HttpClientContext context,
      Deadline deadline) {
    String within = " within " + Failures.millis(request.timeout());
    String ip = textOf(address);
    return context.getEndpointDetails() == null
        ? new TimedOut(Phase.CONNECT, "no connection" + within, ip, deadline.elapsed())
        : new TimedOut(Phase.ANSWER, "no answer" + within, ip, deadline.elapsed());
  }

  private static BasicRequestProducer producerOf(WebhookRequest request) {
    var http = new SimpleHttpRequest(Method.POST, request.url().uri());
    request.headers().forEach(http::addHeader);
    return new BasicRequestProducer(
        http, new BasicAsyncEntityProducer(request.body().bytes(), JSON));
  }

  /** How many connections are in use. */
  int leasedConnections() {
    return clients.leasedConnections();
  }

  @Override
  public void close() {
    clients.close();
    deadlines.close();
    names.close();
  }
}

package posthorn.outbound;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
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
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Destinations;
import posthorn.application.port.Recall;
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
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.retry.AttemptOutcome.Withdrawn.Cause;
import posthorn.domain.tenant.TenantId;
import posthorn.outbound.AddressGuard.BlockedAddressException;
import posthorn.outbound.Clients.NoneFreeException;

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

  private static final Clients.Share CERTIFICATES = new Clients.Share(64, 16);

  private final Settings settings;
  private final Names names;
  private final AddressGuard guard;
  private final Clients clients;
  private final Deadlines deadlines;

  /**
   * How requests go out.
   *
   * @param maxConnections to all receivers together, and to any one of them: who may have how many
   *     is decided before a request comes here
   * @param sampleBytes how much of an answer's body is kept
   * @param authorities whose certificates are trusted besides those that Java knows
   * @param proxy through which all requests go, if any: {@code http://user:password@host:port}
   */
  public record Settings(
      String userAgent,
      int maxConnections,
      Duration connectTimeout,
      int sampleBytes,
      List<X509Certificate> authorities,
      @Nullable URI proxy) {

    public Settings {
      authorities = List.copyOf(authorities);
    }
  }

  /** Starts one for deliveries, with a thread that is not watched. */
  public PooledWebhookSender(UrlPolicy urls, Settings settings) {
    this(urls, settings, VitalThreads.UNWATCHED);
  }

  /** Starts the client. */
  public PooledWebhookSender(UrlPolicy urls, Settings settings, VitalThreads threads) {
    this(urls, settings, NameServers.SYSTEM, Names.Shares.OF_DELIVERIES, threads);
  }

  PooledWebhookSender(UrlPolicy urls, Settings settings, NameServers servers) {
    this(urls, settings, servers, Names.Shares.OF_DELIVERIES, VitalThreads.UNWATCHED);
  }

  private PooledWebhookSender(
      UrlPolicy urls,
      Settings settings,
      NameServers servers,
      Names.Shares lookups,
      VitalThreads threads) {
    this.settings = settings;
    deadlines = new Deadlines(threads);
    names = new Names(servers, lookups, System::nanoTime);
    guard = new AddressGuard(urls, names);
    clients = new Clients(settings, CERTIFICATES);
    deadlines.start();
  }

  /** Starts one for tests, URL verification and registrations, of which there are few at once. */
  public static PooledWebhookSender forTests(
      UrlPolicy urls, Settings settings, VitalThreads threads) {
    return new PooledWebhookSender(
        urls, settings, NameServers.SYSTEM, Names.Shares.OF_TESTS, threads);
  }

  @Override
  public AddressVerdict judge(TenantId tenant, WebhookUrl url) {
    try {
      List<InetAddress> _ = guard.resolve(tenant, url, PATIENCE_AT_REGISTRATION);
    } catch (BlockedAddressException e) {
      return new AddressVerdict.Refused(e.reason());
    } catch (UnknownHostException | TimeoutException | RejectedExecutionException _) {
      // It may have an address by the time that it is sent to, and is judged by that.
      return new AddressVerdict.Allowed();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return new AddressVerdict.Allowed();
  }

  @Override
  public AttemptOutcome send(WebhookRequest request, Recall recall) {
    var deadline = Deadline.in(request.timeout());
    try {
      return settings.proxy() == null
          ? sendToAny(
              guard.resolve(request.tenant(), request.url(), deadline.remaining()),
              request,
              recall,
              deadline)
          : sendThroughProxy(request, recall, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Failures.beforeDialling(e, request, deadline.elapsed());
    } catch (Exception e) {
      // Whatever goes wrong with one request is that attempt's failure and nobody else's.
      return Failures.beforeDialling(e, request, deadline.elapsed());
    }
  }

  /** The proxy looks the name up again, and dials; it has to guard its network itself. */
  private AttemptOutcome sendThroughProxy(WebhookRequest request, Recall recall, Deadline deadline)
      throws TimeoutException, InterruptedException, BlockedAddressException, NoneFreeException {
    try {
      List<InetAddress> _ = guard.resolve(request.tenant(), request.url(), deadline.remaining());
    } catch (UnknownHostException _) {
      // The proxy may know names that are not known here.
    }
    return exchange(request, recall, null, deadline);
  }

  /** One address after the other, until one can be connected to. */
  private AttemptOutcome sendToAny(
      List<InetAddress> addresses, WebhookRequest request, Recall recall, Deadline deadline)
      throws InterruptedException, NoneFreeException {
    AttemptOutcome outcome = exchange(request, recall, addresses.getFirst(), deadline);
    for (InetAddress next : addresses.subList(1, addresses.size())) {
      if (!isUnconnected(outcome) || deadline.hasPassed()) {
        return outcome;
      }
      outcome = exchange(request, recall, next, deadline);
    }
    return outcome;
  }

  private static boolean isUnconnected(AttemptOutcome outcome) {
    return switch (outcome) {
      case TimedOut timedOut -> timedOut.phase() == Phase.CONNECT;
      case Unreachable unreachable ->
          unreachable.trouble() == Trouble.REFUSED || unreachable.trouble() == Trouble.ROUTE;
      case Answered _, AttemptOutcome.Blocked _, Withdrawn _ -> false;
    };
  }

  private AttemptOutcome exchange(
      WebhookRequest request, Recall recall, @Nullable InetAddress address, Deadline deadline)
      throws InterruptedException, NoneFreeException {
    try (Clients.Lent lent =
        clients.take(request.tenant(), request.certificate(), deadline.remaining())) {
      return exchange(lent.client(), request, recall, address, deadline);
    }
  }

  private AttemptOutcome exchange(
      Client client,
      WebhookRequest request,
      Recall recall,
      @Nullable InetAddress address,
      Deadline deadline)
      throws InterruptedException {
    var answer = new AnswerConsumer(settings.sampleBytes(), deadline);
    recall.onRecall(answer::recall);
    if (answer.isRecalled()) {
      return new Withdrawn(Cause.RECALLED, deadline.elapsed());
    }
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
    deadlines.watch(answer);
    try {
      // If the status line is there, it is the verdict; a body that still drips changes nothing.
      if (!answer.await() && !answer.hasStatus()) {
        return unanswered(answer, request, address, context, cutOff, deadline);
      }
    } catch (ExecutionException e) {
      return Failures.whileSending(e.getCause(), request, address, deadline.elapsed());
    } catch (CancellationException _) {
      return Failures.whileSending(null, request, address, deadline.elapsed());
    } finally {
      deadlines.letGo(answer);
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

  private static AttemptOutcome unanswered(
      AnswerConsumer answer,
      WebhookRequest request,
      @Nullable InetAddress address,
      HttpClientContext context,
      CutOff cutOff,
      Deadline deadline) {
    if (answer.isRecalled()) {
      return new Withdrawn(Cause.RECALLED, deadline.elapsed());
    }
    return cutOff.hasConnection()
        ? timedOut(request, address, context, deadline)
        : new Withdrawn(Cause.NO_CONNECTION, deadline.elapsed());
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

  /** The client writes those that this adds; a test compares them with what a receiver gets. */
  @Override
  public Map<String, String> headersOf(WebhookRequest request) {
    var headers = new LinkedHashMap<>(request.headers());
    URI uri = request.url().uri();
    headers.put("Host", new URIAuthority(uri.getHost(), uri.getPort()).toString());
    headers.put("Content-Length", Integer.toString(request.body().length()));
    headers.put("Content-Type", JSON.getMimeType());
    headers.put("User-Agent", settings.userAgent());
    return headers;
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

package posthorn.outbound;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.domain.net.AddressPolicy;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.TimedOut;

/**
 * {@link WebhookSender} on a pool of kept-alive connections. Callers block, on virtual threads; the
 * bytes are moved by a few threads of the client's own.
 */
public final class PooledWebhookSender implements WebhookSender, AutoCloseable {
  // Without a charset: JSON has but one.
  private static final ContentType JSON = ContentType.create("application/json");

  /** A head is kept in memory whole, so a stranger's must have an end. */
  private static final Http1Config HEAD_LIMITS =
      Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(200).build();

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final CloseableHttpAsyncClient client;
  private final AddressGuard guard;
  private final Deadlines deadlines = new Deadlines();

  /**
   * Starts the client.
   *
   * @param maxConnections to all receivers together
   */
  public PooledWebhookSender(AddressPolicy addresses, String userAgent, int maxConnections) {
    guard = new AddressGuard(addresses);
    client =
        HttpAsyncClients.custom()
            .setConnectionManager(
                PoolingAsyncClientConnectionManagerBuilder.create()
                    .setMaxConnTotal(maxConnections)
                    // Who waits for a connection here is losing its attempt's time; how many may be
                    // under way to one receiver is for the dispatcher to say.
                    .setMaxConnPerRoute(maxConnections)
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom()
                            .setConnectTimeout(Timeout.of(CONNECT_TIMEOUT))
                            .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                            .build())
                    .build())
            .setHttp1Config(HEAD_LIMITS)
            .setUserAgent(userAgent)
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            // A repeated request is an attempt, and those are counted elsewhere.
            .disableAutomaticRetries()
            .disableContentCompression()
            .evictExpiredConnections()
            .evictIdleConnections(TimeValue.ofSeconds(30))
            .build();
    client.start();
    deadlines.start();
  }

  @Override
  public AttemptOutcome send(WebhookRequest request) {
    var deadline = Deadline.in(request.timeout());
    var context = HttpClientContext.create();
    try {
      InetAddress address = guard.resolve(request.url().host());
      return exchange(request, address, deadline, context);
    } catch (ExecutionException e) {
      return Failures.outcomeOf(e.getCause(), request, deadline.elapsed());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Failures.outcomeOf(e, request, deadline.elapsed());
    } catch (Exception e) {
      // Whatever goes wrong with one request is that attempt's failure and nobody else's.
      return Failures.outcomeOf(e, request, deadline.elapsed());
    }
  }

  private AttemptOutcome exchange(
      WebhookRequest request, InetAddress address, Deadline deadline, HttpClientContext context)
      throws InterruptedException, ExecutionException {
    var answer = new AnswerConsumer();
    context.setRequestConfig(
        RequestConfig.custom()
            .setConnectionRequestTimeout(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)
            .build());
    WebhookUrl url = request.url();
    Future<?> exchange =
        client.execute(
            new HttpHost(url.secure() ? "https" : "http", address, url.host(), url.port()),
            producerOf(request),
            answer,
            null,
            context,
            answer);
    Deadlines.Watched watched = deadlines.watch(deadline, answer::timeOut);
    try {
      // If the status line is there, it is the verdict; a body that still drips changes nothing.
      if (!answer.await() && !answer.hasStatus()) {
        return new TimedOut(
            TimedOut.Phase.ANSWER,
            "no answer within " + request.timeout().toMillis() + " ms",
            address.getHostAddress(),
            deadline.elapsed());
      }
    } finally {
      deadlines.letGo(watched);
      // Cuts off what still runs. One that has ended is left alone: its connection is kept.
      if (!answer.hasEnded()) {
        exchange.cancel(true);
      }
    }
    return new Answered(
        answer.status(),
        answer.headers(),
        answer.sample(),
        address.getHostAddress(),
        deadline.elapsed());
  }

  private static BasicRequestProducer producerOf(WebhookRequest request) {
    var http = new SimpleHttpRequest(Method.POST, request.url().uri());
    request.headers().forEach(http::addHeader);
    return new BasicRequestProducer(
        http, new BasicAsyncEntityProducer(request.body().bytes(), JSON));
  }

  @Override
  public void close() {
    client.close(CloseMode.GRACEFUL);
    deadlines.close();
  }
}

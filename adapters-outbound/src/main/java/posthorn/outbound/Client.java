package posthorn.outbound;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import posthorn.outbound.PooledWebhookSender.Settings;

/**
 * The HTTP client, told to do what is asked of it and no more, and its pool of connections.
 *
 * @param connections its pool
 */
record Client(CloseableHttpAsyncClient http, PoolingAsyncClientConnectionManager connections)
    implements AutoCloseable {
  /** A head is kept in memory whole, so a stranger's must have an end. */
  private static final int MAX_HEAD = 64 * 1024;

  private static final Http1Config HTTP_1 =
      Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(200).build();
  private static final H2Config HTTP_2 =
      H2Config.custom().setPushEnabled(false).setMaxHeaderListSize(MAX_HEAD).build();

  private static final Duration KEPT_IDLE = Duration.ofSeconds(30);

  static Client start(Settings settings, SSLContext tls) {
    return start(settings, tls, IOReactorConfig.DEFAULT);
  }

  /** One that has a single thread to move its bytes: for a few receivers, where there are many. */
  static Client startSmall(Settings settings, SSLContext tls) {
    return start(settings, tls, IOReactorConfig.custom().setIoThreadCount(1).build());
  }

  private static Client start(Settings settings, SSLContext tls, IOReactorConfig threads) {
    PoolingAsyncClientConnectionManager connections = pool(settings, tls);
    HttpAsyncClientBuilder builder =
        HttpAsyncClients.custom()
            .setConnectionManager(connections)
            .setIOReactorConfig(threads)
            .setHttp1Config(HTTP_1)
            .setH2Config(HTTP_2)
            .setUserAgent(settings.userAgent())
            .disableRedirectHandling()
            .disableCookieManagement()
            // A repeated request is an attempt, and those are counted elsewhere.
            .disableAutomaticRetries()
            .disableContentCompression()
            .addExecInterceptorFirst("cut-off", CutOff::intercept)
            // Its connections all show the same of us, if anything: any will do for any request.
            .disableConnectionState()
            .evictExpiredConnections()
            .evictIdleConnections(TimeValue.of(KEPT_IDLE));
    URI proxy = settings.proxy();
    if (proxy == null) {
      builder.disableAuthCaching();
    } else {
      goThrough(proxy, builder);
    }
    CloseableHttpAsyncClient http = builder.build();
    http.start();
    return new Client(http, connections);
  }

  private static PoolingAsyncClientConnectionManager pool(Settings settings, SSLContext tls) {
    return PoolingAsyncClientConnectionManagerBuilder.create()
        .setMaxConnTotal(settings.maxConnections())
        .setMaxConnPerRoute(settings.maxConnections())
        .setTlsStrategy(
            ClientTlsStrategyBuilder.create()
                .setSslContext(tls)
                .setTlsVersions(TLS.V_1_2, TLS.V_1_3)
                // Said outright: left to itself the client asks Java to verify the name, but only
                // after it has handed its wishes over, so that nobody does.
                .setHostVerificationPolicy(HostnameVerificationPolicy.BOTH)
                .setHostnameVerifier(HttpsSupport.getDefaultHostnameVerifier())
                .buildAsync())
        .setDefaultTlsConfig(
            TlsConfig.custom().setVersionPolicy(HttpVersionPolicy.NEGOTIATE).build())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                .build())
        .build();
  }

  private static void goThrough(URI proxy, HttpAsyncClientBuilder builder) {
    var host = new HttpHost(proxy.getScheme(), proxy.getHost(), proxy.getPort());
    builder.setProxy(host);
    credentialsOf(proxy)
        .ifPresent(credentials -> {
          var provider = new BasicCredentialsProvider();
          provider.setCredentials(new AuthScope(host), credentials);
          builder.setDefaultCredentialsProvider(provider);
        });
  }

  private static Optional<UsernamePasswordCredentials> credentialsOf(URI proxy) {
    @Nullable String user = proxy.getUserInfo();
    if (user == null) {
      return Optional.empty();
    }
    String[] parts = user.split(":", 2);
    return Optional.of(
        new UsernamePasswordCredentials(
            parts[0], (parts.length > 1 ? parts[1] : "").toCharArray()));
  }

  @Override
  public void close() {
    http.close(CloseMode.GRACEFUL);
  }
}

package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.outbound.Senders.request;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.StandardConstants;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.receiver.Behaviour;
import posthorn.receiver.LoopbackReceiver;

class TlsTest {
  private static final NameServers LOOPBACK = _ -> List.of(InetAddress.getLoopbackAddress());
  private static final Behaviour OK = Behaviour.answer(200);

  @TempDir Path folder;

  @Test
  void the_name_is_verified_and_sent_though_an_address_is_dialled() throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example");
    var asked = new AtomicReference<@Nullable SNIServerName>();
    ServerSocket server = identity.listen();
    noteNames((SSLServerSocket) server, asked);
    try (var receiver = new LoopbackReceiver(server, OK);
        var sender = Senders.trusting(identity.certificate(), LOOPBACK)) {
      AttemptOutcome outcome =
          sender.send(request("https://hooks.example:" + receiver.port() + "/"));

      assertThat(outcome)
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> assertThat(answered.remoteAddress()).isEqualTo("127.0.0.1"));
      assertThat(asked.get()).asString().contains("hooks.example");
      assertThat(receiver.requests().getFirst().header("Host"))
          .contains("hooks.example:" + receiver.port());
    }
  }

  @Test
  void a_certificate_of_another_name_is_refused() throws Exception {
    var identity = TlsIdentity.of(folder, "dns:other.example");

    assertThat(refusalBy(identity)).contains("for another name", "hooks.example", "other.example");
  }

  @Test
  void an_expired_certificate_is_refused_with_its_date() throws Exception {
    var identity =
        TlsIdentity.of(
            folder, "dns:hooks.example", "-startdate", "2025/12/03 12:00:00", "-validity", "30");

    assertThat(refusalBy(identity)).isEqualTo("TLS certificate expired on 2026-01-02");
  }

  @Test
  void a_certificate_that_is_not_yet_valid_is_refused_with_its_date() throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example", "-startdate", "2125/12/03 12:00:00");

    assertThat(refusalBy(identity)).isEqualTo("TLS certificate is valid only from 2125-12-03 on");
  }

  @Test
  void where_another_of_the_chain_has_expired_the_receivers_own_date_is_not_named()
      throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example");
    var trust =
        new ExplainedTrust(
            new NotedTrust() {
              @Override
              public void checkServerTrusted(X509Certificate[] chain, String type)
                  throws CertificateException {
                throw new CertificateException(new CertificateExpiredException());
              }
            });
    X509Certificate[] chain = {identity.certificate()};

    assertThatThrownBy(
            () -> trust.checkServerTrusted(chain, "EC", identity.context().createSSLEngine()))
        .hasMessage("TLS certificate is vouched for by one that has expired");
  }

  @Test
  void a_certificate_that_nobody_vouches_for_is_refused() throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example");
    try (var receiver = new LoopbackReceiver(identity.listen(), OK);
        var sender = new PooledWebhookSender(Senders.LOOPBACK, Senders.SETTINGS, LOOPBACK)) {
      assertThat(tlsFailure(sender, receiver))
          .isEqualTo("TLS certificate is self-signed and not trusted");
      assertThat(receiver.requests()).isEmpty();
    }
  }

  @Test
  void tls_1_2_is_old_enough() throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example");
    try (var server = identity.listen("TLSv1.2");
        var receiver = new LoopbackReceiver(server, OK);
        var sender = Senders.trusting(identity.certificate(), LOOPBACK)) {
      assertThat(sender.send(request("https://hooks.example:" + receiver.port() + "/")))
          .isInstanceOf(Answered.class);
    }
  }

  @Test
  void http_2_is_spoken_where_it_is_offered() throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example");
    var spoken = new AtomicReference<@Nullable ProtocolVersion>();
    HttpAsyncServer server =
        H2ServerBootstrap.bootstrap()
            .setCanonicalHostName("hooks.example")
            .setTlsStrategy(new H2ServerTlsStrategy(identity.context()))
            .register("*", new Echo(spoken))
            .create();
    server.start();
    try (var sender = Senders.trusting(identity.certificate(), LOOPBACK)) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      int port =
          ((InetSocketAddress) server.listen(address, URIScheme.HTTPS).get().getAddress())
              .getPort();

      assertThat(sender.send(request("https://hooks.example:" + port + "/")))
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.bodySample()).isEqualTo("{}");
              });
      assertThat(spoken.get()).isEqualTo(HttpVersion.HTTP_2);
    } finally {
      server.close(CloseMode.IMMEDIATE);
    }
  }

  /** Answers with what it got. */
  private record Echo(AtomicReference<@Nullable ProtocolVersion> spoken)
      implements AsyncServerRequestHandler<Message<HttpRequest, String>> {
    @Override
    public AsyncRequestConsumer<Message<HttpRequest, String>> prepare(
        HttpRequest request, org.apache.hc.core5.http.EntityDetails entity, HttpContext context) {
      return new BasicRequestConsumer<>(new StringAsyncEntityConsumer());
    }

    @Override
    public void handle(
        Message<HttpRequest, String> message, ResponseTrigger trigger, HttpContext context)
        throws org.apache.hc.core5.http.HttpException, java.io.IOException {
      spoken.set(HttpCoreContext.cast(context).getProtocolVersion());
      trigger.submitResponse(
          AsyncResponseBuilder.create(200)
              .setEntity(message.getBody(), ContentType.APPLICATION_JSON)
              .build(),
          context);
    }
  }

  /** Which name the sender asks for, before any certificate is chosen. */
  private static void noteNames(
      SSLServerSocket server, AtomicReference<@Nullable SNIServerName> asked) {
    SSLParameters parameters = server.getSSLParameters();
    parameters.setSNIMatchers(
        List.of(
            new SNIMatcher(StandardConstants.SNI_HOST_NAME) {
              @Override
              public boolean matches(SNIServerName name) {
                asked.set(name);
                return true;
              }
            }));
    server.setSSLParameters(parameters);
  }

  private String refusalBy(TlsIdentity identity) throws Exception {
    try (var receiver = new LoopbackReceiver(identity.listen(), OK);
        var sender = Senders.trusting(identity.certificate(), LOOPBACK)) {
      String message = tlsFailure(sender, receiver);
      assertThat(receiver.requests()).isEmpty();
      return message;
    }
  }

  private static String tlsFailure(PooledWebhookSender sender, LoopbackReceiver receiver) {
    AttemptOutcome outcome = sender.send(request("https://hooks.example:" + receiver.port() + "/"));
    assertThat(outcome).isInstanceOf(Unreachable.class);
    assertThat(((Unreachable) outcome).trouble()).isEqualTo(Trouble.TLS);
    return ((Unreachable) outcome).message();
  }
}

package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.port.WebhookRequest;
import posthorn.application.testing.ClientCertificates;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.retry.AttemptOutcome.Unreachable.Trouble;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.receiver.Behaviour;
import posthorn.receiver.LoopbackReceiver;

/** Receivers that ask who connects. */
class ClientCertificateTlsTest {
  private static final NameServers LOOPBACK = _ -> List.of(InetAddress.getLoopbackAddress());
  private static final X509Certificate ONE = ClientCertificates.ONE.certificates().getFirst();
  private static final X509Certificate TWO = ClientCertificates.TWO.certificates().getFirst();

  @TempDir Path folder;

  private final NotedTrust trust = new NotedTrust(ONE, TWO);

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void only_who_shows_a_certificate_is_heard(String version) throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example");
    try (var receiver = asking(identity, version);
        var sender = Senders.trusting(identity.certificate(), LOOPBACK)) {
      assertThat(sender.send(request(receiver, null)))
          .isInstanceOfSatisfying(
              Unreachable.class,
              unreachable -> assertThat(unreachable.trouble()).isEqualTo(Trouble.TLS));
      assertThat(sender.send(request(receiver, ClientCertificates.ONE)))
          .isInstanceOf(Answered.class);
      assertThat(sender.send(request(receiver, null))).isInstanceOf(Unreachable.class);
      assertThat(trust.letIn()).containsExactly(ONE);
      assertThat(receiver.requests()).hasSize(1);
    }
  }

  @Test
  void a_connection_is_used_again_for_the_same_certificate_and_for_no_other() throws Exception {
    var identity = TlsIdentity.of(folder, "dns:hooks.example");
    try (var receiver = asking(identity, "TLSv1.3");
        var sender = Senders.trusting(identity.certificate(), LOOPBACK)) {
      for (ClientCertificate certificate :
          List.of(
              ClientCertificates.ONE,
              ClientCertificates.TWO,
              ClientCertificates.ONE,
              ClientCertificates.TWO)) {
        assertThat(sender.send(request(receiver, certificate))).isInstanceOf(Answered.class);
      }
      assertThat(trust.letIn()).containsExactly(ONE, TWO);
      assertThat(receiver.requests()).hasSize(4);
    }
  }

  private LoopbackReceiver asking(TlsIdentity identity, String version) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity.keys(), new TrustManager[] {trust}, null);
    var server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server.setEnabledProtocols(new String[] {version});
    server.setNeedClientAuth(true);
    return new LoopbackReceiver(server, Behaviour.answer(200));
  }

  private static WebhookRequest request(
      LoopbackReceiver receiver, @Nullable ClientCertificate certificate) {
    return new WebhookRequest(
        TenantId.DEFAULT,
        new WebhookUrl(URI.create("https://hooks.example:" + receiver.port() + "/")),
        Map.of(),
        JsonBytes.of("{}"),
        Senders.LONG,
        certificate);
  }
}

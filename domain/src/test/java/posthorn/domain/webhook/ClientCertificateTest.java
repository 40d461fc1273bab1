package posthorn.domain.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientCertificateTest {
  private static final String CERTIFICATE = pem("one.crt");
  private static final String KEY = pem("one.key");

  @Test
  void a_certificate_says_what_it_is() {
    var certificate = new ClientCertificate(CERTIFICATE, KEY);

    assertThat(certificate.subject()).isEqualTo("CN=client-one,O=Posthorn tests");
    assertThat(certificate.issuer()).isEqualTo(certificate.subject());
    assertThat(certificate.expiresAt()).isEqualTo(Instant.parse("2129-07-08T00:00:00Z"));
    assertThat(certificate.fingerprint()).startsWith("53ba3f178ecb2250").hasSize(64);
    assertThat(certificate.toString())
        .contains("53ba3f17")
        .doesNotContain(KEY.lines().toList().get(1));
  }

  @Test
  void an_rsa_key_is_as_good() {
    assertThat(new ClientCertificate(pem("rsa.crt"), pem("rsa.key")).key().getAlgorithm())
        .isEqualTo("RSA");
  }

  @Test
  void what_is_no_certificate_is_refused() {
    for (String text :
        List.of(
            "",
            "certificate",
            KEY,
            CERTIFICATE + KEY,
            "subject=one\n" + CERTIFICATE,
            CERTIFICATE.replace("MII", "AAA"),
            "-----BEGIN CERTIFICATE-----\n=\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----")) {
      assertThat(ClientCertificate.refusalOf(text)).as(text).get().asString().contains("PEM");
    }
    assertThat(ClientCertificate.refusalOf(" ".repeat(16 * 1024) + CERTIFICATE))
        .get()
        .asString()
        .contains("at most 16384");
  }

  @Test
  void a_kind_of_key_that_is_not_known_is_refused() {
    assertThat(ClientCertificate.refusalOf(pem("ed.crt"))).get().asString().contains("EC, or RSA");
  }

  @Test
  void a_chain_that_does_not_hang_together_is_refused() {
    assertThat(ClientCertificate.refusalOf(CERTIFICATE + pem("two.crt")))
        .get()
        .asString()
        .contains("issuer");
    assertThat(ClientCertificate.refusalOf(CERTIFICATE + "\n" + CERTIFICATE)).isEmpty();
  }

  @Test
  void a_key_that_is_none_or_anothers_is_refused() {
    for (String text :
        List.of(
            "",
            "key",
            CERTIFICATE,
            KEY + KEY,
            KEY.replace("PRIVATE", "EC PRIVATE"),
            pem("rsa.key"),
            pem("ed.key"))) {
      assertThat(ClientCertificate.refusalOf(text, CERTIFICATE))
          .as(text)
          .get()
          .asString()
          .contains("PKCS#8");
    }
    assertThat(ClientCertificate.refusalOf(pem("two.key"), CERTIFICATE))
        .contains("does not belong to the certificate");
    assertThatThrownBy(() -> new ClientCertificate(CERTIFICATE, pem("two.key")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String pem(String name) {
    try (var in = ClientCertificateTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

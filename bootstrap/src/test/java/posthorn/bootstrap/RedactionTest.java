package posthorn.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import posthorn.application.testing.ClientCertificates;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Seals;
import posthorn.application.testing.TestTime;
import posthorn.application.webhooks.RotateSecret;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.bootstrap.config.Sources;
import posthorn.domain.sealing.Keyring;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.webhook.Webhook;

/** Whatever holds a secret prints without it, since anything may end up in a log. */
class RedactionTest {
  private static final SigningSecret NEXT = new SigningSecret("the-secret-after-the-first-one");
  private static final String PASSWORD = "proxy-password";
  private static final String OPERATOR_KEY = "ph_operators-own-key-of-this-test";

  @Test
  void nothing_prints_a_secret_that_it_holds() throws ConfigurationException {
    Webhook webhook = new Samples().webhook(DEFAULT, "*");
    RotatingSecret<SigningSecret> rotated =
        webhook.secret().rotate(NEXT, TestTime.START, Duration.ofHours(1));
    Webhook changed = webhook.with(rotated, TestTime.START);
    var keyring = new Keyring(Seals.key(1), List.of(Seals.key(2)));
    Stream.of(
            NEXT,
            rotated,
            rotated.previous(),
            VerificationKey.of(NEXT),
            changed,
            ClientCertificates.ONE,
            new RotateSecret.Result.Rotated(changed),
            Seals.key(1),
            keyring,
            new SealingKeys(keyring, null),
            new Keyring.Opening.Opened(NEXT.text()),
            Sources.read(null, environment(), Map.of()))
        .forEach(holder ->
            assertThat(holder.toString())
                .as(holder.getClass().getName())
                .doesNotContain(
                    NEXT.text(),
                    Samples.SECRET.text(),
                    Seals.key(1).text(),
                    Seals.key(2).text(),
                    PASSWORD,
                    ClientCertificates.ONE.privateKey().lines().toList().get(1),
                    OPERATOR_KEY));
  }

  private static Map<String, String> environment() {
    return Map.of(
        "POSTHORN_SECRETS_KEY",
        Seals.key(1).text(),
        "POSTHORN_SECRETS_PREVIOUS_KEYS",
        Seals.key(2).text(),
        "POSTHORN_OPERATOR_KEY",
        OPERATOR_KEY,
        "POSTHORN_OUTBOUND_PROXY",
        "http://me:" + PASSWORD + "@proxy.example:3128");
  }
}

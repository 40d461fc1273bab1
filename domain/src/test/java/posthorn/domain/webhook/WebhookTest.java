package posthorn.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;

class WebhookTest {
  @Test
  void a_webhook_wants_what_any_of_its_patterns_matches() {
    Webhook webhook = webhook("user.created", "order.*");
    assertThat(webhook.wants(new EventType("user.created"))).isTrue();
    assertThat(webhook.wants(new EventType("order.paid"))).isTrue();
    assertThat(webhook.wants(new EventType("user.deleted"))).isFalse();
  }

  @Test
  void a_webhook_that_wants_nothing_is_none() {
    assertThatThrownBy(() -> webhook()).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void its_secret_is_not_printed_with_it() {
    assertThat(webhook("*").toString()).doesNotContain("a-secret-of-mine");
  }

  @Test
  void its_public_keys_are_those_of_the_private_keys_that_sign_newest_first() {
    SigningSecret first = SigningSecret.ofSeed(new byte[SigningSecret.SEED_BYTES]);
    byte[] seed = new byte[SigningSecret.SEED_BYTES];
    seed[0] = 1;
    SigningSecret second = SigningSecret.ofSeed(seed);
    Instant end = Instant.EPOCH.plusSeconds(60);
    RotatingSecret<SigningSecret> shared = webhook("*").secret();
    Webhook webhook =
        webhook("*")
            .with(
                RotatingSecret.of(first)
                    .rotate(second, Instant.EPOCH, Duration.ofMinutes(1))
                    .rotate(shared.current(), Instant.EPOCH, Duration.ofMinutes(1)),
                Instant.EPOCH);

    assertThat(webhook("*").publicKeys(WebhookSettings.DEFAULT_SIGNATURES, Instant.EPOCH))
        .isEmpty();
    assertThat(webhook.publicKeys(WebhookSettings.DEFAULT_SIGNATURES, Instant.EPOCH))
        .containsExactly(second.publicKey().orElseThrow(), first.publicKey().orElseThrow());
    assertThat(webhook.publicKeys(WebhookSettings.DEFAULT_SIGNATURES, end)).isEmpty();
  }

  private static Webhook webhook(String... patterns) {
    return Webhook.registered(
        new WebhookId(IdForm.of(WebhookId.PREFIX, Instant.EPOCH, 0, 1)),
        TenantId.DEFAULT,
        WebhookSettings.of(
            new WebhookUrl(URI.create("https://receiver.example/")),
            Stream.of(patterns).map(EventTypePattern::new).toList()),
        RotatingSecret.of(new SigningSecret("a-secret-of-mine")),
        WebhookStatus.ACTIVE,
        Instant.EPOCH);
  }

  @Test
  void the_default_signatures_are_standard_and_timestamped() {
    assertThat(WebhookSettings.DEFAULT_SIGNATURES.schemes())
        .extracting(scheme -> List.of(scheme.name(), scheme.header()))
        .containsExactly(
            List.of("standard", "webhook-signature"),
            List.of("timestamped", "X-Webhook-Signature"));
  }
}

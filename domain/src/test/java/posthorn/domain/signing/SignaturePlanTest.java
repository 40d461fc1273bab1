package posthorn.domain.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.domain.signing.SignatureScheme.Sha256;
import posthorn.domain.signing.SignatureScheme.Standard;
import posthorn.domain.signing.SignatureScheme.Timestamped;
import posthorn.domain.webhook.WebhookSettings;

class SignaturePlanTest {
  private static final SigningSecret SHARED = new SigningSecret("the-first-secret-text");
  private static final SigningSecret PRIVATE = SigningSecret.ofSeed(new byte[32]);

  @Test
  void the_default_is_standard_and_timestamped() {
    assertThat(WebhookSettings.DEFAULT_SIGNATURES.schemes())
        .containsExactly(new Standard(), new Timestamped("X-Webhook-Signature"));
    assertThat(SignaturePlan.refusal(WebhookSettings.DEFAULT_SIGNATURES.schemes(), SHARED))
        .isEmpty();
  }

  @Test
  void the_headers_of_all_schemes_are_sent_in_order() {
    var plan =
        new SignaturePlan(
            List.of(
                new Sha256("X-Observatory-Signature"),
                new Standard(),
                new Timestamped("X-Webhook-Signature")));
    assertThat(plan.sign(List.of(SHARED), "msg_1", Instant.EPOCH, new byte[0]).keySet())
        .containsExactly(
            "X-Observatory-Signature",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
            "X-Webhook-Signature");
  }

  @Test
  void the_same_header_twice_is_refused_in_any_case() {
    List<SignatureScheme> twice = List.of(new Sha256("X-Own"), new Timestamped("x-OWN"));
    assertThat(SignaturePlan.refusal(twice)).contains("set the header 'x-OWN' twice");
    assertThat(SignaturePlan.refusal(twice, SHARED)).contains("set the header 'x-OWN' twice");
    assertThatThrownBy(() -> new SignaturePlan(twice))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the signature schemes set the header 'x-OWN' twice");
  }

  @Test
  void a_hyphen_and_an_underscore_are_the_same_to_some_receivers() {
    assertThat(SignaturePlan.refusal(List.of(new Sha256("X-Own"), new Sha256("X_Own"))))
        .contains("set the header 'X_Own' twice");
  }

  @Test
  void standard_twice_would_set_webhook_id_twice() {
    assertThat(SignaturePlan.refusal(List.of(new Standard(), new Standard())))
        .contains("set the header 'webhook-id' twice");
  }

  @Test
  void the_same_scheme_with_two_headers_is_fine() {
    assertThat(SignaturePlan.refusal(List.of(new Sha256("X-One"), new Sha256("X-Two")))).isEmpty();
  }

  @Test
  void there_are_one_to_five_schemes() {
    var schemes = new ArrayList<SignatureScheme>();
    assertThat(SignaturePlan.refusal(schemes)).contains("must be at least one");
    for (int i = 1; i <= 5; i++) {
      schemes.add(new Sha256("X-" + i));
      assertThat(SignaturePlan.refusal(schemes)).isEmpty();
    }
    schemes.add(new Standard());
    assertThat(SignaturePlan.refusal(schemes)).contains("must be at most 5");
  }

  @Test
  void a_private_key_signs_in_the_standard_scheme_alone() {
    assertThat(SignaturePlan.refusal(List.of(new Standard()), PRIVATE)).isEmpty();
    assertThat(SignaturePlan.refusal(WebhookSettings.DEFAULT_SIGNATURES.schemes(), PRIVATE))
        .contains("include 'timestamped', which takes no private key");
    assertThat(SignaturePlan.refusal(List.of(new Sha256("X-Own")), PRIVATE))
        .contains("include 'sha256', which takes no private key");
  }
}

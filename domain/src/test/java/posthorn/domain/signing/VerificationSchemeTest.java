package posthorn.domain.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.signing.VerificationScheme.Gitlab;
import posthorn.domain.signing.VerificationScheme.Sha256;
import posthorn.domain.signing.VerificationScheme.Standard;

class VerificationSchemeTest {
  /** Ed25519 has no point with y = 2. */
  private static final String NO_POINT = "02" + "00".repeat(31);

  private static final String PUBLIC = "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=";
  private static final String PRIVATE = "whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @Test
  void every_source_kind_has_its_scheme() {
    assertThat(VerificationScheme.named("sha256", null))
        .contains(new Sha256("X-Webhook-Signature"));
    assertThat(VerificationScheme.named("timestamped", null))
        .contains(new TimestampedScheme("X-Webhook-Signature"));
    assertThat(VerificationScheme.named("standard", null)).contains(new Standard());
    assertThat(VerificationScheme.named("github", null))
        .contains(new Sha256("X-Hub-Signature-256"));
    assertThat(VerificationScheme.named("stripe", null))
        .contains(new TimestampedScheme("Stripe-Signature"));
    assertThat(VerificationScheme.named("gitlab", null)).contains(new Gitlab());
    for (String kind : ProviderSchemes.kinds()) {
      assertThat(VerificationScheme.named(kind, null)).as(kind).isPresent();
    }
    assertThat(VerificationScheme.named("paypal", null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256", "timestamped", "github", "stripe"})
  void the_header_name_is_configurable(String kind) {
    VerificationScheme scheme = VerificationScheme.named(kind, "X-Own").orElseThrow();
    assertThat(scheme.header()).isEqualTo("X-Own");
    assertThat(scheme.headers()).containsExactly("X-Own");
    assertThat(VerificationScheme.refusal(kind, "X-Own")).isEmpty();
    assertThat(VerificationScheme.named(kind, "not a name")).isEmpty();
    assertThat(VerificationScheme.refusal(kind, "not a name"))
        .contains("has a header whose name is not an HTTP header's");
  }

  @ParameterizedTest
  @CsvSource({
    "standard, Webhook-Signature, webhook-id",
    "slack, x-slack-signature, X-Slack-Request-Timestamp",
    "shopify, X-Shopify-Hmac-Sha256, X-Own",
    "gitlab, x-gitlab-token, X-Own",
    "svix, SVIX-signature, webhook-signature",
    "paddle, paddle-signature, X-Own",
    "discord, x-signature-ed25519, X-Own",
  })
  void the_others_have_headers_of_their_own(String kind, String own, String another) {
    assertThat(VerificationScheme.named(kind, own)).isPresent();
    assertThat(VerificationScheme.refusal(kind, own)).isEmpty();
    assertThat(VerificationScheme.named(kind, another)).isEmpty();
    assertThat(VerificationScheme.refusal(kind, another))
        .contains("has headers of its own and takes no other");
  }

  @Test
  void an_unknown_kind_is_refused_with_those_that_are_known() {
    assertThat(VerificationScheme.refusal("paypal", null))
        .contains("must be one of " + String.join(", ", ProviderSchemes.kinds()));
    assertThatThrownBy(() -> new Sha256("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TimestampedScheme("a:b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_public_key_serves_the_standard_scheme_alone() {
    assertThat(refusal(new Standard(), PUBLIC)).isEmpty();
    assertThat(refusal(new Standard(), PRIVATE)).isEmpty();
    for (var scheme :
        List.of(new Sha256("X"), new TimestampedScheme("X"), named("slack"), named("twilio"))) {
      assertThat(refusal(scheme, PUBLIC)).contains("must be a shared secret, and is a public key");
      assertThat(refusal(scheme, PRIVATE)).isEmpty();
      assertThat(refusal(scheme, "hush")).isEmpty();
    }
    assertThat(refusal(new Gitlab(), PUBLIC)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"whsec_", "whsec_stripe_style", "whpk_AAAA", "whsk_AAAA", "whpk_"})
  void a_key_of_the_standard_scheme_decodes(String key) {
    assertThat(refusal(new Standard(), key).orElseThrow()).startsWith("must be base64");
    assertThat(refusal(new Standard(), "any other text")).isEmpty();
    assertThat(refusal(new Standard(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).isEmpty();
  }

  @Test
  void a_token_is_ascii_because_headers_are() {
    assertThat(refusal(new Gitlab(), "tokén")).contains("must be ASCII");
    assertThat(refusal(new Gitlab(), "token~")).isEmpty();
    assertThat(refusal(new Sha256("X"), "secrét")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "hush", "with a space", "secrét", "whsec_stripe_style_used_as_is"})
  void a_sender_may_have_a_secret_of_any_form(String text) {
    assertThat(VerificationKey.isValid(text)).isTrue();
    assertThat(new VerificationKey(text).text()).isEqualTo(text);
  }

  @Test
  void a_key_that_a_source_is_given_has_sixteen_characters() {
    assertThat(VerificationKey.isValidNew("x".repeat(15))).isFalse();
    assertThat(VerificationKey.isValidNew("x".repeat(16))).isTrue();
    assertThat(VerificationKey.isValidNew(" " + "x".repeat(16))).isFalse();
    assertThat(VerificationKey.NEW_RULE).contains("16 to 255", "openssl rand -hex 32");
  }

  @Test
  void a_key_is_not_empty_nor_padded_nor_broken_nor_endless() {
    for (String text : List.of("", " x", "x ", "x\n", "a\tb", "a\uD800b", "x".repeat(256))) {
      assertThat(VerificationKey.isValid(text)).isFalse();
      assertThatThrownBy(() -> new VerificationKey(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a verification key " + VerificationKey.RULE);
    }
    assertThat(VerificationKey.isValid("x".repeat(255))).isTrue();
  }

  @Test
  void header_names_are_the_same_in_any_case_and_their_values_add_up() {
    var headers =
        ReceivedHeaders.of(
            Map.of("X-One", List.of("a"), "x-one", List.of("b"), "X-Two", List.of()));
    assertThat(headers.all("x-ONE")).containsExactlyInAnyOrder("a", "b");
    assertThat(headers.all("x-one")).isUnmodifiable();
    assertThat(headers.all("X-Two")).isEmpty();
    assertThat(headers.all("X-Three")).isEmpty();
    assertThat(headers.names()).containsExactlyInAnyOrder("x-one", "x-two");
    assertThat(headers.toString()).startsWith("ReceivedHeaders[").doesNotContain("a,", "b");
  }

  private static Optional<String> refusal(VerificationScheme scheme, String key) {
    return scheme.refusal(new VerificationKey(key));
  }

  private static VerificationScheme named(String kind) {
    return VerificationScheme.named(kind, null).orElseThrow();
  }

  @Test
  void discord_and_sendgrid_are_checked_with_their_own_public_key() {
    String discord = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
    assertThat(named("discord").isAsymmetric()).isTrue();
    assertThat(refusal(named("discord"), discord)).isEmpty();
    assertThat(refusal(named("discord"), discord.substring(2)).orElseThrow()).contains("64 hex");
    assertThat(refusal(named("discord"), "any other text")).isPresent();
    assertThat(refusal(named("discord"), NO_POINT))
        .contains(
            "must be the public key that Discord shows under General Information: 64 hex digits");

    assertThat(named("sendgrid").isAsymmetric()).isTrue();
    assertThat(refusal(named("sendgrid"), discord))
        .contains("must be the public key that SendGrid shows: base64 of an EC key (P-256)");
    assertThat(refusal(named("sendgrid"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).isPresent();
    assertThat(named("zoom").isAsymmetric()).isFalse();
  }

  @Test
  void a_key_of_another_curve_is_not_sendgrids() {
    String p384 =
        "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEfHcEp1iw2R34mym0XdbPZiErjksdhz/01fgKpplF1sUBRQt9"
            + "uB9S170Vu5a4VyIUjPUFntgedo6jTXqEBfYUKK6xMYHmGkHMFlt7x+yTWm2Z2m9w/JgAyanO3NMyLkxP";
    String secp256k1 =
        "MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAE+ZdwqnKnMXJ1BqA84D7kQFYSCNIK4YHgYLYJ8iozb+xgUyUT"
            + "N1zGy3E4IhRY+KVFg9VH+EvxyBuV2579dSd2eg==";
    assertThat(refusal(named("sendgrid"), p384)).isPresent();
    assertThat(refusal(named("sendgrid"), secp256k1)).isPresent();
  }
}

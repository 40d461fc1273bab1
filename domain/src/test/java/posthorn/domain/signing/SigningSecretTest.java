package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningSecretTest {
  private static final String PRIVATE = "whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  private static final String PUBLIC = "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=";

  @ParameterizedTest
  @ValueSource(ints = {24, 32, 64})
  void a_secret_made_here_is_whsec_and_the_base64_of_24_to_64_random_bytes(int length) {
    byte[] random = new byte[length];
    Arrays.fill(random, (byte) 0xFB);
    SigningSecret secret = SigningSecret.of(random);
    assertThat(secret.text()).isEqualTo("whsec_" + Base64.getEncoder().encodeToString(random));
    assertThat(secret.standardKey()).isEqualTo(random);
    assertThat(secret.isAsymmetric()).isFalse();
    assertThat(secret.publicKey()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 23, 65})
  void fewer_or_more_random_bytes_make_no_secret(int length) {
    assertThatThrownBy(() -> SigningSecret.of(new byte[length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("24 to 64 random bytes");
  }

  @Test
  void what_is_generated_is_within_what_is_allowed() {
    assertThat(SigningSecret.GENERATED_BYTES).isEqualTo(32);
    assertThat(SigningSecret.PREFIX).isEqualTo("whsec_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sixteen-letters!",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9g",
        PRIVATE,
        "~~~~~~~~~~~~~~~~",
        "!!!!!!!!!!!!!!!!",
      })
  void a_caller_may_bring_its_own_text(String text) {
    assertThat(SigningSecret.isValid(text)).isTrue();
    assertThat(new SigningSecret(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fifteen-letters",
        "with a space in it",
        "with-a-\u007F-control-character",
        "with-é-beyond-ascii",
        "whsec_not!base64!at!all",
        "whsec_==========",
        "whsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg==",
        "whsk_not!base64!at!all",
        PUBLIC,
      })
  void other_text_is_refused_without_being_repeated(String text) {
    assertThat(SigningSecret.isValid(text)).isFalse();
    assertThatThrownBy(() -> new SigningSecret(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a secret " + SigningSecret.RULE);
  }

  @Test
  void a_text_has_16_to_255_characters() {
    assertThat(SigningSecret.isValid("x".repeat(15))).isFalse();
    assertThat(SigningSecret.isValid("x".repeat(16))).isTrue();
    assertThat(SigningSecret.isValid("x".repeat(255))).isTrue();
    assertThat(SigningSecret.isValid("x".repeat(256))).isFalse();
  }

  @Test
  void the_text_itself_is_the_key_of_other_schemes_and_of_text_without_the_prefix() {
    var prefixed = new SigningSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    var plain = new SigningSecret("a-text-of-the-caller");
    assertThat(prefixed.textKey()).isEqualTo(prefixed.text().getBytes(UTF_8));
    assertThat(prefixed.standardKey())
        .isEqualTo(Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
    assertThat(plain.standardKey()).isEqualTo("a-text-of-the-caller".getBytes(UTF_8));
  }

  @Test
  void a_private_key_shows_its_public_key() {
    byte[] seed = new byte[32];
    for (int i = 0; i < 32; i++) {
      seed[i] = (byte) i;
    }
    SigningSecret secret = SigningSecret.ofSeed(seed);
    assertThat(secret.text()).isEqualTo(PRIVATE);
    assertThat(secret.isAsymmetric()).isTrue();
    assertThat(secret.publicKey()).contains(PUBLIC);
  }

  @Test
  void a_private_key_of_64_bytes_holds_its_public_key() {
    byte[] both = Arrays.copyOf(Base64.getDecoder().decode(PRIVATE.substring(5)), 64);
    System.arraycopy(Base64.getDecoder().decode(PUBLIC.substring(5)), 0, both, 32, 32);
    String text = "whsk_" + Base64.getEncoder().encodeToString(both);
    assertThat(new SigningSecret(text).publicKey()).contains(PUBLIC);
    assertThat(new SigningSecret(text).seed())
        .hasValueSatisfying(seed -> assertThat(seed).isEqualTo(Arrays.copyOf(both, 32)));
    both[40] ^= 1;
    String wrong = "whsk_" + Base64.getEncoder().encodeToString(both);
    assertThat(SigningSecret.isValid(wrong)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 33})
  void a_seed_has_32_bytes(int length) {
    assertThatThrownBy(() -> SigningSecret.ofSeed(new byte[length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an Ed25519 seed has 32 bytes");
  }

  @Test
  void a_secret_is_never_printed() {
    var secret = new SigningSecret("sixteen-letters!");
    assertThat(secret).hasToString("SigningSecret[redacted]");
    assertThat(RotatingSecret.of(secret).toString()).doesNotContain("letters");
    assertThat(VerificationKey.of(secret)).hasToString("VerificationKey[redacted]");
    var verifier =
        new SignatureVerifier(
            new VerificationScheme.Standard(),
            List.of(VerificationKey.of(secret)),
            SignatureVerifier.DEFAULT_TOLERANCE);
    assertThat(verifier.toString()).doesNotContain("letters");
  }
}

package posthorn.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.verifier.WebhookVerifier.Verdict;

/** Against requests that the server's own code has signed. */
class WebhookVerifierTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_767_225_600);
  private static final byte[] BODY = "{\"type\":\"user.created\"}".getBytes(UTF_8);
  private static final SigningSecret SHARED = SigningSecret.of(filled(32, 1));
  private static final SigningSecret OTHER = SigningSecret.of(filled(64, 2));
  private static final SigningSecret TEXT = new SigningSecret("a-text-of-the-callers-own");
  private static final SigningSecret PRIVATE = SigningSecret.ofSeed(filled(32, 3));
  private static final SigningSecret NEXT_PRIVATE = SigningSecret.ofSeed(filled(32, 4));

  @Test
  void what_the_server_signs_by_default_verifies_in_both_schemes() {
    for (SigningSecret secret : List.of(SHARED, OTHER, TEXT)) {
      var headers = signed(List.of(secret));
      assertThat(verdict(WebhookVerifier.standard(secret.text()), headers))
          .isEqualTo(Verdict.VALID);
      assertThat(verdict(WebhookVerifier.timestamped(secret.text()), headers))
          .isEqualTo(Verdict.VALID);
    }
  }

  @Test
  void while_secrets_rotate_either_verifies() {
    var headers = signed(List.of(SHARED, TEXT));
    for (SigningSecret secret : List.of(SHARED, TEXT)) {
      assertThat(verdict(WebhookVerifier.standard(secret.text()), headers))
          .isEqualTo(Verdict.VALID);
      assertThat(verdict(WebhookVerifier.timestamped(secret.text()), headers))
          .isEqualTo(Verdict.VALID);
      // The receiver may have been given the next secret before the server signs with it.
      assertThat(verdict(WebhookVerifier.standard(OTHER.text(), secret.text()), headers))
          .isEqualTo(Verdict.VALID);
    }
    assertThat(verdict(WebhookVerifier.standard(OTHER.text()), headers))
        .isEqualTo(Verdict.NO_MATCH);
  }

  @Test
  void a_public_key_verifies_what_its_private_key_signed() {
    var headers = signed(List.of(new SignatureScheme.Standard()), List.of(PRIVATE, NEXT_PRIVATE));
    String key = PRIVATE.publicKey().orElseThrow();
    String next = NEXT_PRIVATE.publicKey().orElseThrow();
    String stranger = SigningSecret.ofSeed(filled(32, 5)).publicKey().orElseThrow();

    assertThat(verdict(WebhookVerifier.standard(key), headers)).isEqualTo(Verdict.VALID);
    assertThat(verdict(WebhookVerifier.standard(next), headers)).isEqualTo(Verdict.VALID);
    assertThat(verdict(WebhookVerifier.standard(stranger), headers)).isEqualTo(Verdict.NO_MATCH);
    assertThat(verdict(WebhookVerifier.standard(stranger, SHARED.text(), key), headers))
        .isEqualTo(Verdict.VALID);
    // Anybody knows the public key, so that an HMAC with it must prove nothing.
    var forged = signed(List.of(new SigningSecret("x" + key)));
    assertThat(verdict(WebhookVerifier.standard(key), forged)).isEqualTo(Verdict.NO_MATCH);
  }

  @Test
  void a_signature_of_the_body_alone_verifies_at_any_time() {
    var headers = signed(List.of(new SignatureScheme.Sha256("X-Sig")), List.of(TEXT));
    var verifier = WebhookVerifier.sha256(TEXT.text()).withHeader("x-sig");
    var later = NOW.plus(Duration.ofDays(1000));
    assertThat(verifier.verify(headers, BODY, later).isValid()).isTrue();
    assertThat(verifier.verify(headers, new byte[0], later).verdict()).isEqualTo(Verdict.NO_MATCH);
  }

  @Test
  void old_and_early_requests_are_told_apart_and_the_tolerance_is_inclusive() {
    var headers = signed(List.of(SHARED));
    for (var verifier :
        List.of(
            WebhookVerifier.standard(SHARED.text()), WebhookVerifier.timestamped(SHARED.text()))) {
      assertThat(verdict(verifier, headers, 300)).isEqualTo(Verdict.VALID);
      assertThat(verdict(verifier, headers, -300)).isEqualTo(Verdict.VALID);
      assertThat(verdict(verifier, headers, 301)).isEqualTo(Verdict.TOO_OLD);
      assertThat(verdict(verifier, headers, -301)).isEqualTo(Verdict.TOO_EARLY);
      var strict = verifier.withTolerance(Duration.ZERO);
      assertThat(verdict(strict, headers, 0)).isEqualTo(Verdict.VALID);
      assertThat(verdict(strict, headers, 1)).isEqualTo(Verdict.TOO_OLD);
    }
    assertThat(
            WebhookVerifier.standard(SHARED.text())
                .verify(headers, BODY, NOW.plusSeconds(999))
                .detail())
        .isEqualTo("signed 999 s ago");
  }

  @ParameterizedTest
  @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
  void a_header_that_is_missing_or_there_twice_is_named(String name) {
    var verifier = WebhookVerifier.standard(SHARED.text());
    var headers = signed(List.of(SHARED));
    var twice = new HashMap<>(headers);
    twice.put(name.toUpperCase(Locale.ROOT), headers.get(name));
    var without = new HashMap<>(headers);
    without.remove(name);

    var missing = verifier.verify(without, BODY, NOW);
    assertThat(missing.verdict()).isEqualTo(Verdict.MISSING_HEADER);
    assertThat(missing.detail()).isEqualTo(name + " is missing");
    var repeated = verifier.verify(twice, BODY, NOW);
    assertThat(repeated.verdict()).isEqualTo(Verdict.MALFORMED_HEADER);
    assertThat(repeated.detail()).isEqualTo(name + " was sent more than once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v1", "v2,AAAA", "v1,\n", "v1,é", "V1,AAAA"})
  void what_is_no_signature_is_malformed(String signature) {
    assertThat(verdict(signature)).isEqualTo(Verdict.MALFORMED_HEADER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1,", "v1,AAAA", "v1a,AAAA", "v1a,", "v1a,*", "v1a,AAAA v1,AAAA"})
  void what_is_none_of_ours_matches_nothing(String signature) {
    assertThat(verdict(signature)).isEqualTo(Verdict.NO_MATCH);
  }

  @Test
  void a_stranger_cannot_make_the_receiver_compute_for_ever() {
    assertThat(verdict("v1,AAAA ".repeat(16).strip())).isEqualTo(Verdict.NO_MATCH);
    assertThat(verdict("v1,AAAA ".repeat(17).strip())).isEqualTo(Verdict.MALFORMED_HEADER);
  }

  private static Verdict verdict(String signature) {
    var headers = new HashMap<>(signed(List.of(SHARED)));
    headers.put("webhook-signature", List.of(signature));
    String key = PRIVATE.publicKey().orElseThrow();
    return verdict(WebhookVerifier.standard(SHARED.text(), key), headers);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", " padded ", "whsec_", "whsec_*", "whpk_AAAA", "whsk_AAAA", "whpk_"})
  void a_secret_that_could_never_verify_is_refused_at_once(String secret) {
    assertThatIllegalArgumentException().isThrownBy(() -> WebhookVerifier.standard(secret));
  }

  @Test
  void other_mistakes_in_its_use_are_refused_too() {
    var standard = WebhookVerifier.standard(SHARED.text());
    String key = "whpk_" + Base64.getEncoder().encodeToString(new byte[32]);
    assertThatIllegalArgumentException().isThrownBy(WebhookVerifier::standard);
    assertThatIllegalArgumentException().isThrownBy(() -> standard.withHeader("X-Sig"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> standard.withTolerance(Duration.ofSeconds(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> WebhookVerifier.sha256(key));
    assertThatIllegalArgumentException().isThrownBy(() -> WebhookVerifier.timestamped(key));
  }

  @Test
  void headers_without_a_name_or_value_are_passed_over() {
    var headers = new HashMap<>(signed(List.of(SHARED)));
    headers.put(null, List.of("HTTP/1.1 200 OK"));
    headers.put("Webhook-Id", null);
    assertThat(verdict(WebhookVerifier.standard(SHARED.text()), headers)).isEqualTo(Verdict.VALID);
  }

  private static Verdict verdict(WebhookVerifier verifier, Map<String, List<String>> headers) {
    return verdict(verifier, headers, 0);
  }

  private static Verdict verdict(
      WebhookVerifier verifier, Map<String, List<String>> headers, long seconds) {
    return verifier.verify(headers, BODY, NOW.plusSeconds(seconds)).verdict();
  }

  private static Map<String, List<String>> signed(List<SigningSecret> live) {
    return signed(
        List.of(
            new SignatureScheme.Standard(),
            new SignatureScheme.Timestamped(SignatureScheme.DEFAULT_HEADER)),
        live);
  }

  private static Map<String, List<String>> signed(
      List<SignatureScheme> schemes, List<SigningSecret> live) {
    var headers = new HashMap<String, List<String>>();
    new SignaturePlan(schemes)
        .sign(live, "evt_1", NOW, BODY)
        .forEach((name, value) -> headers.put(name, List.of(value)));
    return headers;
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}

package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import posthorn.domain.signing.Verification.MissingHeader;
import posthorn.domain.signing.Verification.NoMatch;
import posthorn.domain.signing.Verification.TooOld;
import posthorn.domain.signing.Verification.Valid;

class ExplanationTest {
  private static final Instant NOW = Instant.ofEpochSecond(1767225600);
  private static final String TEXT = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final SigningSecret SECRET = new SigningSecret(TEXT);
  private static final VerificationScheme STANDARD = new VerificationScheme.Standard();
  private static final VerificationScheme TIMESTAMPED = new TimestampedScheme("X-Sig");
  private static final VerificationScheme SHA256 = new VerificationScheme.Sha256("X-Sig");

  @Test
  void a_valid_signature_needs_no_hints() {
    assertThat(explain(STANDARD, standard("{}"), "{}"))
        .isEqualTo(new Explanation(new Valid(), List.of()));
  }

  @Test
  void a_wrong_body_that_nothing_explains_has_no_hints() {
    assertThat(explain(STANDARD, standard("{}"), "{\"a\":1}"))
        .isEqualTo(new Explanation(new NoMatch(), List.of()));
  }

  @Test
  void a_stale_signature_that_is_otherwise_right_is_told_apart() {
    var verifier = verifier(STANDARD, TEXT);
    var headers = Received.headers(standard("{}"));
    var stale = new TooOld(Duration.ofSeconds(301));
    Instant later = NOW.plusSeconds(301);
    assertThat(verifier.explain(headers, "{}".getBytes(UTF_8), later))
        .isEqualTo(new Explanation(stale, List.of(Hint.TIME_ONLY)));
    assertThat(verifier.explain(headers, "{}\n".getBytes(UTF_8), later))
        .isEqualTo(new Explanation(stale, List.of(Hint.NEWLINE_GAINED)));
    assertThat(verifier.explain(headers, "[]".getBytes(UTF_8), later))
        .isEqualTo(new Explanation(stale, List.of()));
  }

  @Test
  void a_body_that_gained_a_newline_is_recognised() {
    assertBody("{}", "{}\n", Hint.NEWLINE_GAINED);
    assertBody("{}", "{}\r\n", Hint.NEWLINE_GAINED);
  }

  @Test
  void a_body_that_lost_a_newline_is_recognised() {
    assertBody("{}\n", "{}", Hint.NEWLINE_LOST);
    assertBody("{}\r\n", "{}", Hint.NEWLINE_LOST);
  }

  @Test
  void changed_line_endings_are_recognised() {
    assertBody("a\nb\n", "a\r\nb\r\n", Hint.LINE_ENDINGS);
    assertBody("a\r\nb", "a\nb", Hint.LINE_ENDINGS);
  }

  @Test
  void a_byte_order_mark_is_recognised() {
    assertBody("\uFEFF{}", "{}", Hint.BYTE_ORDER_MARK);
    assertBody("{}", "\uFEFF{}", Hint.BYTE_ORDER_MARK);
  }

  @Test
  void json_that_was_parsed_and_written_again_is_recognised() {
    String compact = "{\"a, \\\" : é\":[1,2],\"b\\\\\":\"x : y\"}";
    String spaced = "{\"a, \\\" : é\": [1, 2], \"b\\\\\": \"x : y\"}";
    assertBody(compact, spaced, Hint.JSON_REWRITTEN);
    assertBody(spaced, compact, Hint.JSON_REWRITTEN);
    assertBody(compact, spaced.replace(", \"b", ",\r\n\t\"b"), Hint.JSON_REWRITTEN);
  }

  @Test
  void text_that_ends_in_an_open_escape_explains_nothing() {
    assertThat(explain(STANDARD, standard("{}"), "\"\\").hints()).isEmpty();
  }

  @Test
  void an_ed25519_signature_has_the_same_hints_about_the_body() {
    SigningSecret key = SigningSecret.ofSeed(new byte[32]);
    var sent =
        new SignatureScheme.Standard().sign(List.of(key), "msg_1", NOW, "{}".getBytes(UTF_8));
    var verifier = verifier(STANDARD, key.publicKey().orElseThrow());
    assertThat(verifier.explain(Received.headers(sent), "{}\n".getBytes(UTF_8), NOW).hints())
        .containsExactly(Hint.NEWLINE_GAINED);
  }

  @Test
  void a_signature_over_the_body_alone_is_recognised() {
    String mac = hex(Hmac.SHA256.of(TEXT.getBytes(UTF_8), "{}".getBytes(UTF_8)));
    assertThat(explain(TIMESTAMPED, Map.of("X-Sig", "t=1767225600,v1=" + mac), "{}").hints())
        .containsExactly(Hint.BODY_ALONE);
  }

  @Test
  void a_signature_without_the_separator_is_recognised() {
    String mac = hex(Hmac.SHA256.of(TEXT.getBytes(UTF_8), "1767225600{}".getBytes(UTF_8)));
    assertThat(explain(TIMESTAMPED, Map.of("X-Sig", "t=1767225600,v1=" + mac), "{}").hints())
        .containsExactly(Hint.SEPARATOR_MISSING);
  }

  @Test
  void a_key_that_was_not_decoded_is_recognised() {
    for (String key : List.of(TEXT, TEXT.substring(6))) {
      byte[] mac = Hmac.SHA256.of(key.getBytes(UTF_8), "msg_1.1767225600.{}".getBytes(UTF_8));
      assertThat(explain(STANDARD, signature("v1," + base64(mac)), "{}").hints())
          .containsExactly(Hint.KEY_NOT_DECODED);
    }
  }

  @Test
  void a_key_that_was_decoded_where_it_should_not_be_is_recognised() {
    String mac = hex(Hmac.SHA256.of(SECRET.standardKey(), "{}".getBytes(UTF_8)));
    assertThat(explain(SHA256, Map.of("X-Sig", "sha256=" + mac), "{}").hints())
        .containsExactly(Hint.KEY_DECODED);
    String bare = TEXT.substring(6);
    byte[] standard = Hmac.SHA256.of(SECRET.standardKey(), "msg_1.1767225600.{}".getBytes(UTF_8));
    var headers = Received.headers(signature("v1," + base64(standard)));
    assertThat(verifier(STANDARD, bare).explain(headers, "{}".getBytes(UTF_8), NOW).hints())
        .containsExactly(Hint.KEY_DECODED);
  }

  @Test
  void a_key_read_with_its_newline_is_recognised() {
    String mac = hex(Hmac.SHA256.of((TEXT + "\n").getBytes(UTF_8), "{}".getBytes(UTF_8)));
    assertThat(explain(SHA256, Map.of("X-Sig", "sha256=" + mac), "{}").hints())
        .containsExactly(Hint.KEY_WITH_NEWLINE);
  }

  @Test
  void a_right_signature_in_another_encoding_is_recognised() {
    byte[] mac = Hmac.SHA256.of(TEXT.getBytes(UTF_8), "{}".getBytes(UTF_8));
    for (String written :
        List.of(base64(mac), Base64.getUrlEncoder().withoutPadding().encodeToString(mac))) {
      assertThat(explain(SHA256, Map.of("X-Sig", "sha256=" + written), "{}").hints())
          .containsExactly(Hint.OTHER_ENCODING);
    }
    byte[] standard = Hmac.SHA256.of(SECRET.standardKey(), "msg_1.1767225600.{}".getBytes(UTF_8));
    assertThat(explain(STANDARD, signature("v1," + hex(standard)), "{}").hints())
        .containsExactly(Hint.OTHER_ENCODING);
  }

  @Test
  void a_signature_that_was_cut_off_is_recognised_by_its_length_alone() {
    assertThat(explain(SHA256, Map.of("X-Sig", "sha256=" + "ab".repeat(31)), "{}").hints())
        .containsExactly(Hint.WRONG_LENGTH);
    assertThat(explain(SHA256, Map.of("X-Sig", "sha256=" + "ab".repeat(32)), "{}").hints())
        .isEmpty();
  }

  @Test
  void a_key_of_another_kind_than_the_signatures_version_needs_is_recognised() {
    SigningSecret key = SigningSecret.ofSeed(new byte[32]);
    var sent =
        new SignatureScheme.Standard().sign(List.of(key), "msg_1", NOW, "{}".getBytes(UTF_8));
    assertThat(explain(STANDARD, sent, "{}").hints()).containsExactly(Hint.OTHER_KIND_OF_KEY);
  }

  @Test
  void a_signature_in_another_header_is_recognised() {
    String mac = hex(Hmac.SHA256.of(TEXT.getBytes(UTF_8), "{}".getBytes(UTF_8)));
    assertThat(explain(SHA256, Map.of("X-Other", "sha256=" + mac), "{}"))
        .isEqualTo(new Explanation(new MissingHeader("X-Sig"), List.of(Hint.OTHER_HEADER)));
  }

  @Test
  void another_scheme_is_recognised() {
    String mac = hex(Hmac.SHA256.of(TEXT.getBytes(UTF_8), "{}".getBytes(UTF_8)));
    assertThat(explain(TIMESTAMPED, Map.of("X-Sig", "sha256=" + mac), "{}").hints())
        .containsExactly(Hint.SHA256_SCHEME);
    assertThat(explain(SHA256, standard("{}"), "{}").hints()).containsExactly(Hint.STANDARD_SCHEME);
    var timestamped =
        new SignatureScheme.Timestamped("X-Own")
            .sign(List.of(SECRET), "msg_1", NOW, "{}".getBytes(UTF_8));
    assertThat(explain(STANDARD, timestamped, "{}").hints())
        .containsExactly(Hint.TIMESTAMPED_SCHEME);
    assertThat(explain(STANDARD, Map.of("not a name", "sha256=" + mac), "{}").hints()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_hint_is_a_sentence(Hint hint) {
    assertThat(hint.sentence()).matches("(the|no) [ -~]+[a-z0-9]");
  }

  private static void assertBody(String signed, String received, Hint hint) {
    assertThat(explain(STANDARD, standard(signed), received))
        .isEqualTo(new Explanation(new NoMatch(), List.of(hint)));
  }

  private static Explanation explain(
      VerificationScheme scheme, Map<String, String> sent, String body) {
    return verifier(scheme, TEXT).explain(Received.headers(sent), body.getBytes(UTF_8), NOW);
  }

  private static SignatureVerifier verifier(VerificationScheme scheme, String key) {
    return new SignatureVerifier(
        scheme, List.of(new VerificationKey(key)), SignatureVerifier.DEFAULT_TOLERANCE);
  }

  private static Map<String, String> standard(String body) {
    return new SignatureScheme.Standard().sign(List.of(SECRET), "msg_1", NOW, body.getBytes(UTF_8));
  }

  private static Map<String, String> signature(String value) {
    return Map.of(
        "webhook-id", "msg_1", "webhook-timestamp", "1767225600", "webhook-signature", value);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

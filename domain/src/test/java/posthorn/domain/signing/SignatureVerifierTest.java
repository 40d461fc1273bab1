package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.signing.Verification.MalformedHeader;
import posthorn.domain.signing.Verification.MissingHeader;
import posthorn.domain.signing.Verification.NoMatch;
import posthorn.domain.signing.Verification.TooEarly;
import posthorn.domain.signing.Verification.TooOld;
import posthorn.domain.signing.Verification.Valid;

class SignatureVerifierTest {
  private static final Instant NOW = Instant.ofEpochSecond(1767225600);
  private static final Duration TOLERANCE = SignatureVerifier.DEFAULT_TOLERANCE;
  private static final byte[] BODY = "{\"a\":1}".getBytes(UTF_8);
  private static final SigningSecret SECRET = new SigningSecret("the-first-secret-text");
  private static final SigningSecret OTHER = new SigningSecret("the-second-secret-text");
  private static final SigningSecret PRIVATE = SigningSecret.ofSeed(new byte[32]);
  private static final VerificationScheme STANDARD = new VerificationScheme.Standard();
  private static final VerificationScheme TIMESTAMPED = new TimestampedScheme("X-Sig");
  private static final VerificationScheme SHA256 = new VerificationScheme.Sha256("X-Sig");
  private static final VerificationScheme SLACK =
      VerificationScheme.named("slack", null).orElseThrow();
  private static final VerificationScheme GITLAB = new VerificationScheme.Gitlab();
  private static final VerificationScheme SHOPIFY =
      VerificationScheme.named("shopify", null).orElseThrow();

  private static final Map<String, String> SENT =
      new SignatureScheme.Standard().sign(List.of(SECRET), "msg_1", NOW, BODY);
  private static final String SIGNATURE = SENT.getOrDefault("webhook-signature", "");

  @Test
  void an_untouched_request_is_valid() {
    assertThat(verify(STANDARD, SECRET, Received.headers(SENT), NOW)).isEqualTo(new Valid());
  }

  @Test
  void the_tolerance_is_five_minutes() {
    assertThat(TOLERANCE).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void a_signature_exactly_at_the_tolerance_is_valid_and_a_nanosecond_further_is_not() {
    ReceivedHeaders headers = Received.headers(SENT);
    assertThat(verify(STANDARD, SECRET, headers, NOW.plus(TOLERANCE))).isEqualTo(new Valid());
    assertThat(verify(STANDARD, SECRET, headers, NOW.minus(TOLERANCE))).isEqualTo(new Valid());
    assertThat(verify(STANDARD, SECRET, headers, NOW.plus(TOLERANCE).plusNanos(1)))
        .isEqualTo(new TooOld(TOLERANCE.plusNanos(1)));
    assertThat(verify(STANDARD, SECRET, headers, NOW.minus(TOLERANCE).minusNanos(1)))
        .isEqualTo(new TooEarly(TOLERANCE.plusNanos(1)));
  }

  @Test
  void the_ends_of_time_are_only_stale() {
    ReceivedHeaders headers = Received.headers(SENT);
    assertThat(verify(STANDARD, SECRET, headers, Instant.MAX)).isInstanceOf(TooOld.class);
    assertThat(verify(STANDARD, SECRET, headers, Instant.MIN)).isInstanceOf(TooEarly.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
  void a_missing_header_is_named(String name) {
    assertThat(verify(STANDARD, SECRET, Received.but(SENT, name, List.of()), NOW))
        .isEqualTo(new MissingHeader(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
  void a_header_sent_twice_is_refused_even_if_both_are_the_same(String name) {
    String value = SENT.getOrDefault(name, "");
    assertThat(verify(STANDARD, SECRET, Received.but(SENT, name, List.of(value, value)), NOW))
        .isEqualTo(new MalformedHeader(name, "was sent more than once"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "msg.1", "msg 1"})
  void an_id_with_dots_or_spaces_or_nothing_is_malformed(String id) {
    assertThat(verify(STANDARD, SECRET, Received.but(SENT, "webhook-id", List.of(id)), NOW))
        .isEqualTo(
            new MalformedHeader("webhook-id", "is no message id, which has no dots or spaces"));
  }

  @Test
  void a_header_beyond_printable_ascii_is_malformed() {
    for (String value : List.of("msg_é", "msg_\uD800", "msg_\n", "msg_\u007F")) {
      assertThat(verify(STANDARD, SECRET, Received.but(SENT, "webhook-id", List.of(value)), NOW))
          .isEqualTo(
              new MalformedHeader("webhook-id", "has characters that are not printable ASCII"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "-1",
        "+1767225600",
        "01767225600",
        "1767225600.0",
        " 1767225600",
        "1767225600 ",
        "1767225600000",
        "99999999999999999999",
        "0x1",
        "1e9"
      })
  void a_time_is_whole_seconds_in_one_spelling(String seconds) {
    byte[] key = "the-first-secret-text".getBytes(UTF_8);
    String mac = base64(Hmac.SHA256.of(key, ("msg_1." + seconds + ".").getBytes(UTF_8), BODY));
    var sent =
        Map.of(
            "webhook-id", "msg_1", "webhook-timestamp", seconds, "webhook-signature", "v1," + mac);
    assertThat(verify(STANDARD, SECRET, Received.headers(sent), NOW))
        .isEqualTo(
            new MalformedHeader("webhook-timestamp", "has no time in whole seconds since 1970"));
  }

  @Test
  void the_first_second_and_twelve_digits_are_times() {
    assertThat(verify(STANDARD, SECRET, Received.but(SENT, "webhook-timestamp", List.of("0")), NOW))
        .isEqualTo(new TooOld(Duration.ofDays(20454)));
    assertThat(
            verify(
                STANDARD,
                SECRET,
                Received.but(SENT, "webhook-timestamp", List.of("999999999999")),
                NOW))
        .isEqualTo(new TooEarly(Duration.ofSeconds(999999999999L - 1767225600)));
  }

  @Test
  void unknown_versions_are_skipped() {
    for (String value :
        List.of(
            "v2,abc " + SIGNATURE,
            SIGNATURE + " v0,abc",
            "v1 " + SIGNATURE,
            "  " + SIGNATURE,
            "v1, " + SIGNATURE,
            "v1a,abc " + SIGNATURE)) {
      assertThat(verify(STANDARD, SECRET, signature(value), NOW)).isEqualTo(new Valid());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v1", "v2,abc", "V1,abc", "abc"})
  void a_header_with_unknown_versions_only_has_no_signature(String value) {
    assertThat(verify(STANDARD, SECRET, signature(value), NOW))
        .isEqualTo(
            new MalformedHeader("webhook-signature", "has no signature of version v1 or v1a"));
  }

  @Test
  void an_empty_or_shortened_or_lengthened_signature_never_passes() {
    for (int length = 3; length < SIGNATURE.length(); length++) {
      assertThat(verify(STANDARD, SECRET, signature(SIGNATURE.substring(0, length)), NOW))
          .isEqualTo(new NoMatch());
    }
    assertThat(verify(STANDARD, SECRET, signature(SIGNATURE + "A"), NOW)).isEqualTo(new NoMatch());
    assertThat(verify(STANDARD, SECRET, signature(SIGNATURE + ",A"), NOW)).isEqualTo(new NoMatch());
  }

  @Test
  void up_to_sixteen_signatures_are_looked_at() {
    assertThat(verify(STANDARD, SECRET, signature("v1,x ".repeat(15) + SIGNATURE), NOW))
        .isEqualTo(new Valid());
    assertThat(verify(STANDARD, SECRET, signature("v1,x ".repeat(16) + SIGNATURE), NOW))
        .isEqualTo(new MalformedHeader("webhook-signature", "has more than 16 signatures"));
  }

  @Test
  void any_live_secret_is_accepted_while_others_are_not() {
    var both = List.of(VerificationKey.of(OTHER), VerificationKey.of(SECRET));
    assertThat(
            new SignatureVerifier(STANDARD, both, TOLERANCE)
                .verify(Received.headers(SENT), BODY, NOW))
        .isEqualTo(new Valid());
    assertThat(verify(STANDARD, OTHER, Received.headers(SENT), NOW)).isEqualTo(new NoMatch());
  }

  @Test
  void a_v1a_signature_verifies_with_the_public_and_with_the_private_key() {
    ReceivedHeaders headers =
        Received.headers(new SignatureScheme.Standard().sign(List.of(PRIVATE), "msg_1", NOW, BODY));
    String publicKey = PRIVATE.publicKey().orElseThrow();
    assertThat(verify(STANDARD, publicKey, headers, NOW)).isEqualTo(new Valid());
    assertThat(verify(STANDARD, PRIVATE, headers, NOW)).isEqualTo(new Valid());
    assertThat(verify(STANDARD, SECRET, headers, NOW)).isEqualTo(new NoMatch());
  }

  @Test
  void a_signature_counts_only_under_its_own_version() {
    String mislabelled = SIGNATURE.replace("v1,", "v1a,") + " v1,AAAA";
    assertThat(verify(STANDARD, SECRET, signature(mislabelled), NOW)).isEqualTo(new NoMatch());
  }

  @Test
  void a_v1a_signature_has_one_spelling() {
    var sent = new SignatureScheme.Standard().sign(List.of(PRIVATE), "msg_1", NOW, BODY);
    String value = sent.getOrDefault("webhook-signature", "");
    String publicKey = PRIVATE.publicKey().orElseThrow();
    assertThat(value).endsWith("==");
    String unpadded = value.substring(0, value.length() - 2);
    char last = unpadded.charAt(unpadded.length() - 1);
    String respelt = unpadded.substring(0, unpadded.length() - 1) + (char) (last + 1) + "==";
    for (String changed : List.of(unpadded, respelt, "v1a,", "v1a,!!!!")) {
      ReceivedHeaders headers = Received.but(sent, "webhook-signature", List.of(changed));
      assertThat(verify(STANDARD, publicKey, headers, NOW)).isEqualTo(new NoMatch());
    }
  }

  @Test
  void a_public_key_is_never_taken_for_a_shared_secret() {
    String publicKey = PRIVATE.publicKey().orElseThrow();
    byte[] text = publicKey.getBytes(UTF_8);
    byte[] decoded = KeyText.PUBLIC.read(publicKey).orElseThrow();
    byte[] head = "msg_1.1767225600.".getBytes(UTF_8);
    for (byte[] key : List.of(text, decoded)) {
      String forged = "v1," + base64(Hmac.SHA256.of(key, head, BODY));
      assertThat(verify(STANDARD, publicKey, signature(forged), NOW)).isEqualTo(new NoMatch());
      String hex = "sha256=" + hex(Hmac.SHA256.of(key, BODY));
      assertThat(verify(SHA256, publicKey, Received.headers(Map.of("X-Sig", hex)), NOW))
          .isEqualTo(new NoMatch());
    }
    assertThat(
            verify(GITLAB, publicKey, Received.headers(Map.of("X-Gitlab-Token", publicKey)), NOW))
        .isEqualTo(new NoMatch());
  }

  @ParameterizedTest
  @ValueSource(strings = {"whsec_", "whsec_!", "whpk_", "whpk_AAAA", "whsk_AAAA"})
  void a_key_that_is_none_matches_nothing_and_throws_nothing(String key) {
    assertThat(verify(STANDARD, key, Received.headers(SENT), NOW)).isEqualTo(new NoMatch());
    assertThat(verify(STANDARD, key, signature("v1a,AAAA"), NOW)).isEqualTo(new NoMatch());
  }

  @Test
  void timestamped_takes_any_order_and_several_signatures() {
    String v1 = "v1=" + hex(Hmac.SHA256.of(SECRET.textKey(), "1767225600.".getBytes(UTF_8), BODY));
    for (String value :
        List.of(
            "t=1767225600," + v1,
            v1 + ",t=1767225600",
            "t=1767225600,v1=00," + v1,
            "t=1767225600," + v1 + ",v0=1,extra,,")) {
      assertThat(verify(TIMESTAMPED, SECRET, Received.headers(Map.of("X-Sig", value)), NOW))
          .isEqualTo(new Valid());
    }
  }

  @Test
  void timestamped_needs_one_time_and_a_v1() {
    String v1 = "v1=" + hex(Hmac.SHA256.of(SECRET.textKey(), "1767225600.".getBytes(UTF_8), BODY));
    var noTime = new MalformedHeader("X-Sig", "must have one time ('t=')");
    assertThat(timestamped(v1)).isEqualTo(noTime);
    assertThat(timestamped("")).isEqualTo(noTime);
    assertThat(timestamped("t=1767225600,t=1767225600," + v1)).isEqualTo(noTime);
    assertThat(timestamped("t=now," + v1))
        .isEqualTo(new MalformedHeader("X-Sig", "has no time in whole seconds since 1970"));
    assertThat(timestamped("t=1767225600,v0=00"))
        .isEqualTo(new MalformedHeader("X-Sig", "has no signature of version v1"));
    assertThat(timestamped("t=1767225600, " + v1))
        .isEqualTo(new MalformedHeader("X-Sig", "has no signature of version v1"));
    assertThat(timestamped("t=1767225600,v1=")).isEqualTo(new NoMatch());
    assertThat(
            verify(
                TIMESTAMPED,
                SECRET,
                Received.headers(Map.of("X-Sig", "t=1767225600," + v1)),
                NOW.plusSeconds(301)))
        .isEqualTo(new TooOld(Duration.ofSeconds(301)));
  }

  @Test
  void sha256_has_one_spelling_or_all_capitals_and_no_time() {
    String mac = hex(Hmac.SHA256.of(SECRET.textKey(), BODY));
    assertThat(sha256("sha256=" + mac)).isEqualTo(new Valid());
    assertThat(sha256("sha256=" + mac.toUpperCase(Locale.ROOT))).isEqualTo(new Valid());
    int letter = mac.indexOf(mac.chars().filter(Character::isLetter).findFirst().orElseThrow());
    String mixed =
        mac.substring(0, letter)
            + Character.toUpperCase(mac.charAt(letter))
            + mac.substring(letter + 1);
    assertThat(sha256("sha256=" + mixed)).isEqualTo(new NoMatch());
    assertThat(sha256("sha256=")).isEqualTo(new NoMatch());
    assertThat(sha256("sha256= " + mac)).isEqualTo(new NoMatch());
    var malformed = new MalformedHeader("X-Sig", "does not begin with 'sha256='");
    assertThat(sha256("SHA256=" + mac)).isEqualTo(malformed);
    assertThat(sha256(mac)).isEqualTo(malformed);
    assertThat(sha256("")).isEqualTo(malformed);
    assertThat(verify(SHA256, SECRET, Received.headers(Map.of()), NOW))
        .isEqualTo(new MissingHeader("X-Sig"));
  }

  @Test
  void a_signature_may_be_base64_and_have_another_prefix_or_none() {
    String mac = base64(Hmac.SHA256.of(SECRET.textKey(), BODY));
    var bare = new VerificationScheme.Sha256("X-Sig", "", SignatureEncoding.BASE64);
    var marked = new VerificationScheme.Sha256("X-Sig", "HMAC ", SignatureEncoding.BASE64);
    ReceivedHeaders headers = Received.headers(Map.of("X-Sig", mac));
    assertThat(verify(bare, SECRET, headers, NOW)).isEqualTo(new Valid());
    assertThat(verify(bare, OTHER, headers, NOW)).isEqualTo(new NoMatch());
    assertThat(verify(marked, SECRET, headers, NOW))
        .isEqualTo(new MalformedHeader("X-Sig", "does not begin with 'HMAC '"));
    assertThat(verify(bare, SECRET, Received.headers(Map.of("X-Sig", "")), NOW))
        .isEqualTo(new NoMatch());
    assertThatThrownBy(() -> new VerificationScheme.Sha256("X-Sig", " x", SignatureEncoding.HEX))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_signed_time_may_stand_in_a_header_of_its_own() {
    var apart = new TimestampedScheme("X-Sig", "X-Time", SignatureEncoding.HEX);
    String mac = hex(Hmac.SHA256.of(SECRET.textKey(), "1767225600.".getBytes(UTF_8), BODY));
    var sent = Map.of("X-Time", "1767225600", "X-Sig", mac);
    assertThat(apart.headers()).containsExactly("X-Time", "X-Sig");
    assertThat(apart.header()).isEqualTo("X-Sig");
    assertThat(verify(apart, SECRET, Received.headers(sent), NOW)).isEqualTo(new Valid());
    assertThat(verify(apart, SECRET, Received.headers(sent), NOW.plusSeconds(301)))
        .isEqualTo(new TooOld(Duration.ofSeconds(301)));
    assertThat(verify(apart, SECRET, Received.but(sent, "X-Time", List.of("1767225601")), NOW))
        .isEqualTo(new NoMatch());
    assertThat(verify(apart, SECRET, Received.but(sent, "X-Time", List.of()), NOW))
        .isEqualTo(new MissingHeader("X-Time"));
    assertThat(verify(apart, SECRET, Received.but(sent, "X-Time", List.of("now")), NOW))
        .isEqualTo(new MalformedHeader("X-Time", "has no time in whole seconds since 1970"));
    String listed = "t=1767225600,v1=" + mac;
    assertThat(verify(apart, SECRET, Received.but(sent, "X-Sig", List.of(listed)), NOW))
        .isEqualTo(new NoMatch());
  }

  @Test
  void slack_signs_its_version_the_time_and_the_body() {
    String mac = hex(Hmac.SHA256.of(SECRET.textKey(), "v0:1767225600:".getBytes(UTF_8), BODY));
    var sent = Map.of("X-Slack-Request-Timestamp", "1767225600", "X-Slack-Signature", "v0=" + mac);
    assertThat(verify(SLACK, SECRET, Received.headers(sent), NOW)).isEqualTo(new Valid());
    assertThat(verify(SLACK, SECRET, Received.headers(sent), NOW.minusSeconds(301)))
        .isEqualTo(new TooEarly(Duration.ofSeconds(301)));
    assertThat(verify(SLACK, SECRET, Received.but(sent, "X-Slack-Signature", List.of(mac)), NOW))
        .isEqualTo(new MalformedHeader("X-Slack-Signature", "does not begin with 'v0='"));
    assertThat(
            verify(SLACK, SECRET, Received.but(sent, "X-Slack-Request-Timestamp", List.of()), NOW))
        .isEqualTo(new MissingHeader("X-Slack-Request-Timestamp"));
  }

  @Test
  void shopify_sends_base64_over_the_body() {
    String mac = base64(Hmac.SHA256.of(SECRET.textKey(), BODY));
    assertThat(verify(SHOPIFY, SECRET, Received.headers(Map.of("X-Shopify-Hmac-Sha256", mac)), NOW))
        .isEqualTo(new Valid());
    assertThat(verify(SHOPIFY, OTHER, Received.headers(Map.of("X-Shopify-Hmac-Sha256", mac)), NOW))
        .isEqualTo(new NoMatch());
  }

  @Test
  void gitlab_sends_the_token_itself() {
    assertThat(gitlab("the-first-secret-text")).isEqualTo(new Valid());
    assertThat(gitlab("the-first-secret-tex")).isEqualTo(new NoMatch());
    assertThat(gitlab("the-first-secret-text2")).isEqualTo(new NoMatch());
    assertThat(gitlab("")).isEqualTo(new NoMatch());
    assertThat(verify(GITLAB, SECRET, Received.headers(Map.of()), NOW))
        .isEqualTo(new MissingHeader("X-Gitlab-Token"));
  }

  @Test
  void a_verifier_has_a_key_and_a_tolerance() {
    var keys = List.of(VerificationKey.of(SECRET));
    assertThatThrownBy(() -> new SignatureVerifier(STANDARD, List.of(), TOLERANCE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SignatureVerifier(STANDARD, keys, Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(
            new SignatureVerifier(STANDARD, keys, Duration.ZERO)
                .verify(Received.headers(SENT), BODY, NOW))
        .isEqualTo(new Valid());
  }

  private static Verification timestamped(String value) {
    return verify(TIMESTAMPED, SECRET, Received.headers(Map.of("X-Sig", value)), NOW);
  }

  private static Verification sha256(String value) {
    return verify(SHA256, SECRET, Received.headers(Map.of("x-sig", value)), NOW);
  }

  private static Verification gitlab(String token) {
    return verify(GITLAB, SECRET, Received.headers(Map.of("X-Gitlab-Token", token)), NOW);
  }

  private static ReceivedHeaders signature(String value) {
    return Received.but(SENT, "webhook-signature", List.of(value));
  }

  private static Verification verify(
      VerificationScheme scheme, SigningSecret secret, ReceivedHeaders headers, Instant now) {
    return verify(scheme, secret.text(), headers, now);
  }

  private static Verification verify(
      VerificationScheme scheme, String key, ReceivedHeaders headers, Instant now) {
    return new SignatureVerifier(scheme, List.of(new VerificationKey(key)), TOLERANCE)
        .verify(headers, BODY, now);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}

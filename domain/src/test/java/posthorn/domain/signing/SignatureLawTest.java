package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import posthorn.domain.signing.Verification.Valid;
import posthorn.domain.testing.Law;

/** A signature verifies if and only if nothing changed. */
class SignatureLawTest {
  private static final String HEADER = "X-Webhook-Signature";
  private static final Instant BASE = Instant.ofEpochSecond(1_700_000_000);

  private record Pair(SignatureScheme signs, VerificationScheme verifies) {}

  private static final List<Pair> PAIRS =
      List.of(
          new Pair(new SignatureScheme.Standard(), new VerificationScheme.Standard()),
          new Pair(new SignatureScheme.Timestamped(HEADER), new TimestampedScheme(HEADER)),
          new Pair(new SignatureScheme.Sha256(HEADER), new VerificationScheme.Sha256(HEADER)));

  @Test
  void what_was_signed_verifies_with_any_of_its_secrets_that_the_scheme_sends() {
    Law.holds(random -> {
      Pair pair = PAIRS.get(random.nextInt(3));
      byte[] body = bytes(random, random.nextInt(200));
      List<SigningSecret> live = List.of(shared(random), shared(random));
      var headers = Received.headers(pair.signs().sign(live, id(random), time(random), body));
      boolean onlyNewest = pair.signs() instanceof SignatureScheme.Sha256;
      assertThat(isValid(pair, live.get(0), headers, body, random)).isTrue();
      assertThat(isValid(pair, live.get(1), headers, body, random)).isEqualTo(!onlyNewest);
    });
  }

  @Test
  void a_flipped_bit_of_the_body_is_noticed() {
    Law.holds(random -> {
      Pair pair = PAIRS.get(random.nextInt(3));
      SigningSecret secret = secret(pair, random);
      byte[] body = bytes(random, 1 + random.nextInt(200));
      var headers =
          Received.headers(pair.signs().sign(List.of(secret), id(random), time(random), body));
      byte[] changed = flipped(body, random);
      assertThat(isValid(pair, secret, headers, body, random)).isTrue();
      assertThat(isValid(pair, secret, headers, changed, random)).isFalse();
      byte[] longer = Arrays.copyOf(body, body.length + 1);
      assertThat(isValid(pair, secret, headers, longer, random)).isFalse();
    });
  }

  @Test
  void a_flipped_bit_of_any_header_is_noticed() {
    Law.holds(random -> {
      Pair pair = PAIRS.get(random.nextInt(3));
      SigningSecret secret = secret(pair, random);
      byte[] body = bytes(random, random.nextInt(200));
      var sent =
          new LinkedHashMap<>(pair.signs().sign(List.of(secret), id(random), time(random), body));
      List<String> names = List.copyOf(sent.keySet());
      String name = names.get(random.nextInt(names.size()));
      sent.computeIfPresent(
          name, (_, value) -> new String(flipped(value.getBytes(UTF_8), 7, random), UTF_8));
      assertThat(isValid(pair, secret, Received.headers(sent), body, random)).isFalse();
    });
  }

  @Test
  void a_flipped_bit_of_the_secret_is_noticed() {
    Law.holds(random -> {
      Pair pair = PAIRS.get(random.nextInt(3));
      byte[] key = bytes(random, 32);
      byte[] changed = flipped(key, random);
      boolean asymmetric = pair.signs().takes(SigningSecret.ofSeed(key)) && isRare(random);
      SigningSecret signs = asymmetric ? SigningSecret.ofSeed(key) : SigningSecret.of(key);
      SigningSecret other = asymmetric ? SigningSecret.ofSeed(changed) : SigningSecret.of(changed);
      byte[] body = bytes(random, random.nextInt(200));
      var headers =
          Received.headers(pair.signs().sign(List.of(signs), id(random), time(random), body));
      assertThat(isValid(pair, signs, headers, body, random)).isTrue();
      assertThat(isValid(pair, other, headers, body, random)).isFalse();
    });
  }

  @Test
  void a_signature_taken_to_another_time_or_message_is_noticed() {
    Law.holds(random -> {
      Pair pair = PAIRS.getFirst();
      SigningSecret secret = secret(pair, random);
      byte[] body = bytes(random, random.nextInt(200));
      Instant time = time(random);
      var sent = new LinkedHashMap<>(pair.signs().sign(List.of(secret), "msg_1", time, body));
      sent.put("webhook-timestamp", Long.toString(time.getEpochSecond() + 1));
      assertThat(isValid(pair, secret, Received.headers(sent), body, random)).isFalse();
      sent.put("webhook-timestamp", Long.toString(time.getEpochSecond()));
      assertThat(isValid(pair, secret, Received.headers(sent), body, random)).isTrue();
      sent.put("webhook-id", "msg_2");
      assertThat(isValid(pair, secret, Received.headers(sent), body, random)).isFalse();
    });
  }

  @Test
  void whatever_is_received_is_answered_and_made_up_headers_are_never_valid() {
    List<VerificationScheme> schemes =
        List.of(
            new VerificationScheme.Standard(),
            new TimestampedScheme(HEADER),
            new VerificationScheme.Sha256(HEADER),
            VerificationScheme.named("slack", null).orElseThrow(),
            VerificationScheme.named("shopify", null).orElseThrow(),
            new VerificationScheme.Gitlab());
    List<String> keys =
        List.of("k", "whsec_", "whsec_AAAA", "whpk_A", "whsk_", "whpk_" + "A".repeat(43) + "=");
    Law.holds(random -> {
      VerificationScheme scheme = schemes.get(random.nextInt(schemes.size()));
      var key = new VerificationKey(keys.get(random.nextInt(keys.size())));
      var headers = new LinkedHashMap<String, List<String>>();
      for (String name : scheme.headers()) {
        headers.put(name, random.nextInt(9) == 0 ? List.of() : List.of(madeUp(random)));
      }
      var verifier =
          new SignatureVerifier(scheme, List.of(key), SignatureVerifier.DEFAULT_TOLERANCE);
      Explanation explanation =
          verifier.explain(
              ReceivedHeaders.of(headers), bytes(random, random.nextInt(20)), time(random));
      assertThat(explanation.verdict()).isNotInstanceOf(Valid.class);
    });
  }

  private static String madeUp(Random random) {
    List<String> parts =
        List.of(
            "v1,",
            "v1a,",
            "v1=",
            "v0=",
            "t=",
            "sha256=",
            ",",
            " ",
            "=",
            "1700000000",
            "é",
            "\uD800",
            "AAAA",
            "+/==",
            "-_",
            "\n",
            "0",
            "f".repeat(64),
            "A".repeat(86) + "==",
            "x",
            "%s",
            "");
    var value = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      value.append(parts.get(random.nextInt(parts.size())));
    }
    return value.toString();
  }

  /** The clock is anywhere within the tolerance of what {@link #time} gives for this case. */
  private static boolean isValid(
      Pair pair, SigningSecret secret, ReceivedHeaders headers, byte[] body, Random random) {
    Instant now = BASE.plusSeconds(random.nextInt(-200, 200));
    var verifier =
        new SignatureVerifier(
            pair.verifies(),
            List.of(VerificationKey.of(secret)),
            SignatureVerifier.DEFAULT_TOLERANCE);
    return verifier.verify(headers, body, now) instanceof Valid;
  }

  private static Instant time(Random random) {
    return BASE.plusSeconds(random.nextInt(-100, 99));
  }

  private static SigningSecret secret(Pair pair, Random random) {
    SigningSecret asymmetric = SigningSecret.ofSeed(bytes(random, 32));
    return pair.signs().takes(asymmetric) && isRare(random) ? asymmetric : shared(random);
  }

  /** Ed25519 takes milliseconds where an HMAC takes microseconds. */
  private static boolean isRare(Random random) {
    return random.nextInt(10) == 0;
  }

  private static SigningSecret shared(Random random) {
    return random.nextBoolean()
        ? SigningSecret.of(bytes(random, random.nextInt(24, 65)))
        : new SigningSecret("a-text-of-the-caller-" + random.nextLong());
  }

  private static String id(Random random) {
    return "msg_" + Long.toHexString(random.nextLong());
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] flipped(byte[] bytes, Random random) {
    return flipped(bytes, 8, random);
  }

  private static byte[] flipped(byte[] bytes, int bits, Random random) {
    byte[] flipped = bytes.clone();
    flipped[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(bits));
    return flipped;
  }
}

package posthorn.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import posthorn.domain.signing.ReceivedHeaders;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SignatureVerifier;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.signing.Verification;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.signing.VerificationScheme;

/**
 * Over seeded cases: a request verifies if and only if nothing of it changed, and the server's own
 * verifier says the same of it. A failure names its seed; {@code -Pseed=N} runs that case alone.
 */
class VerifierLawTest {
  private static final String HEADER = "X-Webhook-Signature";
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  /** A signed request with the key that verifies it. */
  private record Signed(
      String scheme, SigningSecret secret, Map<String, String> headers, String bodyText) {
    byte[] body() {
      return bodyText.getBytes(UTF_8);
    }
  }

  @Test
  void a_request_verifies_if_and_only_if_nothing_changed() {
    cases().forEach(VerifierLawTest::check);
  }

  private static LongStream cases() {
    Long only = Long.getLong("posthorn.seed");
    return only == null
        ? LongStream.range(0, Integer.getInteger("posthorn.cases", 600))
        : LongStream.of(only);
  }

  private static void check(long seed) {
    try {
      check(new Random(seed));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("fails with seed " + seed + "; replay with -Pseed=" + seed, e);
    }
  }

  private static void check(Random random) {
    Signed signed = signed(random);
    String key = signed.secret().publicKey().orElse(signed.secret().text());
    assertThat(verdict(signed, key, signed.headers(), signed.body())).isTrue();
    switch (random.nextInt(4)) {
      case 0 -> {
        byte[] changed = flipped(signed.body(), 8, random);
        assertThat(verdict(signed, key, signed.headers(), changed)).isFalse();
      }
      case 1 -> {
        var headers = new LinkedHashMap<>(signed.headers());
        String name = new ArrayList<>(headers.keySet()).get(random.nextInt(headers.size()));
        headers.computeIfPresent(
            name, (_, value) -> new String(flipped(value.getBytes(UTF_8), 7, random), UTF_8));
        assertThat(verdict(signed, key, headers, signed.body())).isFalse();
      }
      case 2 -> {
        SigningSecret other = secret(random, signed.secret().isAsymmetric());
        String otherKey = other.publicKey().orElse(other.text());
        assertThat(verdict(signed, otherKey, signed.headers(), signed.body())).isFalse();
      }
      default -> {
        var headers = new LinkedHashMap<>(signed.headers());
        headers.replaceAll((_, value) -> shuffled(value, random));
        boolean same = headers.equals(signed.headers());
        assertThat(verdict(signed, key, headers, signed.body())).isEqualTo(same);
      }
    }
  }

  /** What both verifiers say; they have to agree. */
  private static boolean verdict(Signed signed, String key, Map<String, String> sent, byte[] body) {
    var headers = new LinkedHashMap<String, List<String>>();
    sent.forEach((name, value) -> headers.put(name, List.of(value)));
    boolean ours = verifier(signed.scheme(), key).verify(headers, body, NOW).isValid();
    var theirs =
        new SignatureVerifier(
            VerificationScheme.named(signed.scheme(), null).orElseThrow(),
            List.of(new VerificationKey(key)),
            SignatureVerifier.DEFAULT_TOLERANCE);
    assertThat(theirs.verify(ReceivedHeaders.of(headers), body, NOW) instanceof Verification.Valid)
        .isEqualTo(ours);
    return ours;
  }

  private static WebhookVerifier verifier(String scheme, String key) {
    return switch (scheme) {
      case "standard" -> WebhookVerifier.standard(key);
      case "timestamped" -> WebhookVerifier.timestamped(key);
      default -> WebhookVerifier.sha256(key);
    };
  }

  private static Signed signed(Random random) {
    SignatureScheme scheme =
        switch (random.nextInt(3)) {
          case 0 -> new SignatureScheme.Standard();
          case 1 -> new SignatureScheme.Timestamped(HEADER);
          default -> new SignatureScheme.Sha256(HEADER);
        };
    boolean asymmetric = scheme instanceof SignatureScheme.Standard && random.nextInt(5) == 0;
    SigningSecret secret = secret(random, asymmetric);
    String body = "{\"n\":" + random.nextLong() + "}";
    Instant time = NOW.plusSeconds(random.nextInt(-300, 301));
    String id = "evt_" + Long.toHexString(random.nextLong());
    return new Signed(
        scheme.name(), secret, scheme.sign(List.of(secret), id, time, body.getBytes(UTF_8)), body);
  }

  private static SigningSecret secret(Random random, boolean asymmetric) {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    if (asymmetric) {
      return SigningSecret.ofSeed(bytes);
    }
    return random.nextBoolean()
        ? SigningSecret.of(bytes)
        : new SigningSecret("a-text-of-the-caller-" + random.nextLong());
  }

  private static byte[] flipped(byte[] bytes, int bits, Random random) {
    byte[] flipped = bytes.clone();
    flipped[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(bits));
    return flipped;
  }

  /** With two of its characters changed for each other. */
  private static String shuffled(String text, Random random) {
    var chars = new StringBuilder(text);
    int one = random.nextInt(text.length());
    int other = random.nextInt(text.length());
    chars.setCharAt(one, text.charAt(other));
    chars.setCharAt(other, text.charAt(one));
    return chars.toString();
  }
}

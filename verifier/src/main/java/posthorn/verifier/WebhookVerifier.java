package posthorn.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Says whether a webhook's request was signed with one of the secrets, and if not, what is wrong.
 * It needs Java 17 and nothing else; whatever the headers and the body are, it answers and does not
 * throw. Safe for use by many threads.
 *
 * <pre>{@code
 * var verifier = WebhookVerifier.standard("whsec_…");
 * var result = verifier.verify(request.headers().map(), rawBody, Instant.now());
 * if (!result.isValid()) { … 401, result.detail() is for the log … }
 * }</pre>
 *
 * The body is the bytes as they were received. A valid request may come again: remember the {@code
 * webhook-id} of those that were dealt with.
 */
public final class WebhookVerifier {
  /** How far the time of a signature may be from now, either way. */
  public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(5);

  /** Where the schemes that can choose their header have the signature, unless told otherwise. */
  public static final String DEFAULT_HEADER = "X-Webhook-Signature";

  private static final String ID = "webhook-id";
  private static final String TIMESTAMP = "webhook-timestamp";
  private static final String SIGNATURE = "webhook-signature";

  /** Rotation needs a few; each of hundreds would be a computation that a stranger makes us do. */
  private static final int MAX_OFFERS = 16;

  /** A dot would let the id's end pass for the time, and the time for the body. */
  private static final Pattern MESSAGE_ID = Pattern.compile("[!-~&&[^.]]{1,255}");

  private static final Pattern SECONDS = Pattern.compile("0|[1-9][0-9]{0,11}");
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");

  private enum Scheme {
    STANDARD,
    TIMESTAMPED,
    SHA256
  }

  /** What was found. */
  public enum Verdict {
    /** Who holds the secret signed this body. */
    VALID,
    MISSING_HEADER,
    MALFORMED_HEADER,
    /** Older than the tolerance: a replay, or this clock is ahead. The rest was not looked at. */
    TOO_OLD,
    /** Further ahead than the tolerance: this clock is behind. The rest was not looked at. */
    TOO_EARLY,
    /** Another secret, another body, or somebody else. */
    NO_MATCH
  }

  /** A verdict and, for people, what it is about; never the signature that would be right. */
  public record Result(Verdict verdict, String detail) {
    public boolean isValid() {
      return verdict == Verdict.VALID;
    }
  }

  private final Scheme scheme;
  private final List<String> secrets;
  private final String header;
  private final Duration tolerance;

  private WebhookVerifier(Scheme scheme, List<String> secrets, String header, Duration tolerance) {
    this.scheme = scheme;
    this.secrets = List.copyOf(secrets);
    this.header = header;
    this.tolerance = tolerance;
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("a signature is checked with at least one secret");
    }
    this.secrets.forEach(this::requireUsable);
    if (tolerance.isNegative()) {
      throw new IllegalArgumentException("a tolerance is not negative");
    }
  }

  /**
   * Scheme {@code standard}, as Standard Webhooks 1.0 has it. Each secret is {@code whsec_} with
   * base64, a text of your own, or the public key {@code whpk_} of a webhook that signs with
   * Ed25519. While secrets rotate, give the old and the new one.
   */
  public static WebhookVerifier standard(String... secrets) {
    return new WebhookVerifier(Scheme.STANDARD, List.of(secrets), SIGNATURE, DEFAULT_TOLERANCE);
  }

  /** Scheme {@code timestamped}: {@code t=<seconds>,v1=<hex>}. */
  public static WebhookVerifier timestamped(String... secrets) {
    return new WebhookVerifier(
        Scheme.TIMESTAMPED, List.of(secrets), DEFAULT_HEADER, DEFAULT_TOLERANCE);
  }

  /** Scheme {@code sha256}: {@code sha256=<hex>} over the body alone, so that any age is valid. */
  public static WebhookVerifier sha256(String... secrets) {
    return new WebhookVerifier(Scheme.SHA256, List.of(secrets), DEFAULT_HEADER, DEFAULT_TOLERANCE);
  }

  /** The same with the signature in another header; {@code standard} has its own. */
  public WebhookVerifier withHeader(String name) {
    if (scheme == Scheme.STANDARD) {
      throw new IllegalArgumentException("standard has headers of its own");
    }
    return new WebhookVerifier(scheme, secrets, name, tolerance);
  }

  public WebhookVerifier withTolerance(Duration other) {
    return new WebhookVerifier(scheme, secrets, header, other);
  }

  /**
   * Judges a request.
   *
   * @param headers all of them by name, in any case, as {@code java.net.http}, {@code
   *     com.sun.net.httpserver} and most frameworks have them
   * @param body the bytes as received, neither decoded nor parsed
   */
  public Result verify(Map<String, List<String>> headers, byte[] body, Instant now) {
    try {
      return switch (scheme) {
        case STANDARD -> verifyStandard(headers, body, now);
        case TIMESTAMPED -> verifyTimestamped(headers, body, now);
        case SHA256 -> verifySha256(headers, body);
      };
    } catch (Refused refused) {
      return refused.result;
    }
  }

  private Result verifyStandard(Map<String, List<String>> headers, byte[] body, Instant now)
      throws Refused {
    String id = one(headers, ID);
    if (!MESSAGE_ID.matcher(id).matches()) {
      throw malformed(ID, "is no message id, which has no dots or spaces");
    }
    String seconds = one(headers, TIMESTAMP);
    Instant signedAt = time(TIMESTAMP, seconds);
    String[] elements = one(headers, SIGNATURE).split(" ", -1);
    List<String> hmacs = offers(elements, "v1,");
    List<String> edwards = offers(elements, "v1a,");
    requireSome(SIGNATURE, hmacs.size() + edwards.size());
    requireFresh(signedAt, now);

    byte[] head = (id + "." + seconds + ".").getBytes(UTF_8);
    boolean matches = false;
    for (String secret : secrets) {
      if (secret.startsWith("whpk_")) {
        matches |= anyVerifies(edwards, publicKey(secret), head, body);
      } else if (!hmacs.isEmpty()) {
        byte[] right = hmac(standardKey(secret), head, body);
        matches |= anyEquals(hmacs, Base64.getEncoder().encodeToString(right));
      }
    }
    return judged(matches);
  }

  private Result verifyTimestamped(Map<String, List<String>> headers, byte[] body, Instant now)
      throws Refused {
    String[] elements = one(headers, header).split(",", -1);
    List<String> times = offers(elements, "t=");
    // Of two times, one would be checked for its age and the other for its signature.
    if (times.size() != 1) {
      throw malformed(header, "must have one time ('t=')");
    }
    Instant signedAt = time(header, times.get(0));
    List<String> offers = offers(elements, "v1=");
    requireSome(header, offers.size());
    requireFresh(signedAt, now);
    return judged(anyHexEquals(offers, (times.get(0) + ".").getBytes(UTF_8), body));
  }

  private Result verifySha256(Map<String, List<String>> headers, byte[] body) throws Refused {
    String value = one(headers, header);
    if (!value.startsWith("sha256=")) {
      throw malformed(header, "does not begin with 'sha256='");
    }
    List<String> offers = List.of(value.substring("sha256=".length()));
    return judged(anyHexEquals(offers, new byte[0], body));
  }

  /** Servers and proxies differ in which of two values they take, so two are none. */
  private static String one(Map<String, List<String>> headers, String name) throws Refused {
    var values = new ArrayList<String>();
    headers.forEach((other, some) -> {
      // The status line of HttpURLConnection has a null for its name.
      if (name.equalsIgnoreCase(other) && some != null) {
        some.stream().filter(Objects::nonNull).forEach(values::add);
      }
    });
    if (values.isEmpty()) {
      throw new Refused(Verdict.MISSING_HEADER, name + " is missing");
    }
    if (values.size() > 1) {
      throw malformed(name, "was sent more than once");
    }
    if (!PRINTABLE.matcher(values.get(0)).matches()) {
      throw malformed(name, "has characters that are not printable ASCII");
    }
    return values.get(0);
  }

  /** Versions that nobody here knows are left out. */
  private static List<String> offers(String[] elements, String version) {
    var offers = new ArrayList<String>();
    for (String element : elements) {
      if (element.startsWith(version)) {
        offers.add(element.substring(version.length()));
      }
    }
    return offers;
  }

  private static void requireSome(String name, int offers) throws Refused {
    if (offers == 0) {
      throw malformed(name, "has no signature of a version that is known");
    }
    if (offers > MAX_OFFERS) {
      throw malformed(name, "has more than " + MAX_OFFERS + " signatures");
    }
  }

  private static Instant time(String name, String seconds) throws Refused {
    if (!SECONDS.matcher(seconds).matches()) {
      throw malformed(name, "has no time in whole seconds since 1970");
    }
    return Instant.ofEpochSecond(Long.parseLong(seconds));
  }

  private void requireFresh(Instant signedAt, Instant now) throws Refused {
    Duration age = Duration.between(signedAt, now);
    if (age.compareTo(tolerance) > 0) {
      throw new Refused(Verdict.TOO_OLD, "signed " + age.toSeconds() + " s ago");
    }
    if (age.negated().compareTo(tolerance) > 0) {
      throw new Refused(Verdict.TOO_EARLY, "signed " + -age.toSeconds() + " s from now");
    }
  }

  private static Result judged(boolean matches) {
    return matches
        ? new Result(Verdict.VALID, "signed with a known secret")
        : new Result(Verdict.NO_MATCH, "no signature is that of a known secret over this body");
  }

  private boolean anyHexEquals(List<String> offers, byte[] head, byte[] body) {
    boolean matches = false;
    for (String secret : secrets) {
      byte[] right = hmac(secret.getBytes(UTF_8), head, body);
      matches |= anyEquals(offers, HexFormat.of().formatHex(right));
      matches |= anyEquals(offers, HexFormat.of().withUpperCase().formatHex(right));
    }
    return matches;
  }

  /** As written, so that it cannot be respelt; in a time that does not tell how alike. */
  private static boolean anyEquals(List<String> offers, String right) {
    boolean equal = false;
    for (String offer : offers) {
      equal |= MessageDigest.isEqual(right.getBytes(UTF_8), offer.getBytes(UTF_8));
    }
    return equal;
  }

  private static boolean anyVerifies(List<String> offers, byte[] key, byte[] head, byte[] body) {
    for (String offer : offers) {
      if (verifies(offer, key, head, body)) {
        return true;
      }
    }
    return false;
  }

  private static boolean verifies(String offer, byte[] key, byte[] head, byte[] body) {
    try {
      byte[] signed = Base64.getDecoder().decode(offer);
      // Decoders also take what no encoder writes.
      if (!Base64.getEncoder().encodeToString(signed).equals(offer)) {
        return false;
      }
      Signature signature = Signature.getInstance("Ed25519");
      signature.initVerify(
          KeyFactory.getInstance("Ed25519")
              .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point(key))));
      signature.update(head);
      signature.update(body);
      return signature.verify(signed);
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      return false;
    }
  }

  /** RFC 8032: the least byte first, and the sign of x in the highest bit. */
  private static EdECPoint point(byte[] key) {
    byte[] y = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      y[i] = key[key.length - 1 - i];
    }
    boolean odd = y[0] < 0;
    y[0] &= 0x7F;
    return new EdECPoint(odd, new BigInteger(1, y));
  }

  private static byte[] hmac(byte[] key, byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(head);
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  private static byte[] standardKey(String secret) {
    return secret.startsWith("whsec_")
        ? Base64.getDecoder().decode(secret.substring("whsec_".length()))
        : secret.getBytes(UTF_8);
  }

  private static byte[] publicKey(String secret) {
    return Base64.getDecoder().decode(secret.substring("whpk_".length()));
  }

  /** A secret that could never verify anything is a mistake to be told at the start. */
  private void requireUsable(String secret) {
    if (secret.isEmpty() || !secret.equals(secret.strip())) {
      throw new IllegalArgumentException("a secret is not empty, and has no space around it");
    }
    if (secret.startsWith("whsk_")) {
      throw new IllegalArgumentException("whsk_ is the sender's private key; take whpk_");
    }
    if (secret.startsWith("whpk_")) {
      requirePublicKey(secret);
    } else if (scheme == Scheme.STANDARD && standardKey(secret).length == 0) {
      throw new IllegalArgumentException("there is nothing behind whsec_");
    }
  }

  private void requirePublicKey(String secret) {
    if (scheme != Scheme.STANDARD) {
      throw new IllegalArgumentException("a public key verifies the standard scheme alone");
    }
    if (publicKey(secret).length != 32) {
      throw new IllegalArgumentException("an Ed25519 key has 32 bytes");
    }
  }

  private static Refused malformed(String name, String why) {
    return new Refused(Verdict.MALFORMED_HEADER, name + " " + why);
  }

  /** Ends the reading of headers; never leaves this class. */
  private static final class Refused extends Exception {
    private final transient Result result;

    Refused(Verdict verdict, String detail) {
      super(detail, null, false, false);
      this.result = new Result(verdict, detail);
    }
  }
}

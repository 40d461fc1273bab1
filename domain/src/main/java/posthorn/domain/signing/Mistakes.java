package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import posthorn.domain.signing.SignedText.Around;

/** Undoes, one at a time, the mistakes that make a signature wrong, and tells which it was. */
final class Mistakes {
  private static final int HMAC_BYTES = 32;

  private final SignatureVerifier verifier;
  private final ReceivedHeaders headers;
  private final byte[] body;
  private final Instant now;
  private final Set<Hint> hints = EnumSet.noneOf(Hint.class);

  Mistakes(SignatureVerifier verifier, ReceivedHeaders headers, byte[] body, Instant now) {
    this.verifier = verifier;
    this.headers = headers;
    this.body = body;
    this.now = now;
  }

  List<Hint> found() {
    if (ClaimReader.read(verifier.scheme(), headers)
        instanceof ClaimReader.Reading.Claimed(var claim)) {
      lookAt(claim);
    }
    if (hints.isEmpty()) {
      lookElsewhere();
    }
    return List.copyOf(hints);
  }

  private void lookAt(Claim claim) {
    if (claim.matches(verifier.keys(), body)) {
      hints.add(Hint.TIME_ONLY);
      return;
    }
    lookAtBody(claim);
    lookAtHead(claim);
    lookAtKeys(claim);
    lookAtSignatures(claim);
  }

  /** Only the smallest change that explains it: without its newline, JSON is also rewritten. */
  private void lookAtBody(Claim claim) {
    new BodyVariants(body)
        .byMistake().entrySet().stream()
            .filter(entry ->
                entry.getValue().stream().anyMatch(other -> claim.matches(verifier.keys(), other)))
            .map(Map.Entry::getKey)
            .findFirst()
            .ifPresent(hints::add);
  }

  private void lookAtHead(Claim claim) {
    if (!(claim.text() instanceof Around(String head, String tail)) || head.isEmpty()) {
      return;
    }
    Claim bodyAlone = claim.withText(new Around("", ""));
    Claim unseparated = claim.withText(new Around(head.substring(0, head.length() - 1), tail));
    addIf(Hint.BODY_ALONE, bodyAlone.matches(verifier.keys(), body));
    addIf(Hint.SEPARATOR_MISSING, unseparated.matches(verifier.keys(), body));
  }

  private void lookAtKeys(Claim claim) {
    for (Proof proof : claim.proofs()) {
      if (!proof.isHmacSha256()) {
        continue;
      }
      boolean decodes = proof == Proof.STANDARD_HMAC;
      addIf(Hint.KEY_NOT_DECODED, decodes && anyKey(claim, proof, Mistakes::undecoded));
      addIf(Hint.KEY_DECODED, anyKey(claim, proof, Mistakes::decodedKey));
      addIf(
          Hint.KEY_WITH_NEWLINE,
          anyKey(claim, proof, key -> proof.key(key).map(Mistakes::withNewline).stream()));
    }
    addIf(
        Hint.OTHER_KIND_OF_KEY,
        claim.proofs().stream()
            .allMatch(proof -> verifier.keys().stream().allMatch(key -> proof.key(key).isEmpty())));
  }

  private void lookAtSignatures(Claim claim) {
    for (Proof proof : claim.proofs()) {
      if (!proof.isHmacSha256()) {
        continue;
      }
      List<byte[]> offered = claim.offered(proof).stream().flatMap(Mistakes::decoded).toList();
      addIf(Hint.OTHER_ENCODING, offered.stream().anyMatch(mac -> isRight(claim, proof, mac)));
      addIf(Hint.WRONG_LENGTH, offered.stream().noneMatch(mac -> mac.length == HMAC_BYTES));
    }
  }

  private boolean isRight(Claim claim, Proof proof, byte[] mac) {
    return verifier.keys().stream()
        .flatMap(key -> proof.key(key).stream())
        .anyMatch(key ->
            claim
                .text()
                .of(body)
                .anyMatch(parts -> MessageDigest.isEqual(Hmac.SHA256.of(key, parts), mac)));
  }

  private void lookElsewhere() {
    addIf(Hint.STANDARD_SCHEME, isValidAs(new VerificationScheme.Standard()));
    for (String name : headers.names()) {
      tryScheme(Hint.TIMESTAMPED_SCHEME, name, TimestampedScheme::new);
      tryScheme(Hint.SHA256_SCHEME, name, VerificationScheme.Sha256::new);
    }
  }

  private void tryScheme(Hint hint, String name, Function<String, VerificationScheme> scheme) {
    if (!HeaderName.isToken(name) || !isValidAs(scheme.apply(name))) {
      return;
    }
    VerificationScheme wanted = verifier.scheme();
    boolean sameScheme = scheme.apply(wanted.header()).equals(wanted);
    hints.add(sameScheme ? Hint.OTHER_HEADER : hint);
  }

  private boolean isValidAs(VerificationScheme other) {
    return new SignatureVerifier(other, verifier.keys(), verifier.tolerance())
            .verify(headers, body, now)
        instanceof Verification.Valid;
  }

  private boolean anyKey(Claim claim, Proof proof, Function<VerificationKey, Stream<byte[]>> form) {
    return verifier.keys().stream().flatMap(form).anyMatch(key -> claim.fits(proof, key, body));
  }

  private void addIf(Hint hint, boolean applies) {
    if (applies) {
      hints.add(hint);
    }
  }

  private static Stream<byte[]> undecoded(VerificationKey key) {
    if (KeyText.SHARED.read(key.text()).isEmpty()) {
      return Stream.empty();
    }
    return Stream.of(key.text(), KeyText.SHARED.rest(key.text())).map(text -> text.getBytes(UTF_8));
  }

  /** Most libraries of Standard Webhooks decode a secret also without its prefix. */
  private static Stream<byte[]> decodedKey(VerificationKey key) {
    String text = key.text();
    return KeyText.SHARED
        .read(KeyText.SHARED.starts(text) ? text : KeyText.SHARED.prefix() + text)
        .stream();
  }

  private static byte[] withNewline(byte[] key) {
    byte[] longer = Arrays.copyOf(key, key.length + 1);
    longer[key.length] = '\n';
    return longer;
  }

  /** However it was written: hex in any case, base64 of either alphabet, padded or not. */
  private static Stream<byte[]> decoded(String offered) {
    return Stream.concat(
        decode(HexFormat.of()::parseHex, offered),
        decode(Base64.getDecoder()::decode, offered.replace('-', '+').replace('_', '/')));
  }

  private static Stream<byte[]> decode(Function<String, byte[]> decoder, String offered) {
    try {
      return Stream.of(decoder.apply(offered));
    } catch (IllegalArgumentException _) {
      return Stream.empty();
    }
  }
}

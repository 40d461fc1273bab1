package posthorn.domain.signing;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a request's headers say of its signature: when it was made, what is signed beside the body,
 * and the signatures offered.
 */
record Claim(@Nullable Instant signedAt, SignedText text, List<Offer> offers) {

  record Offer(Proof proof, String text) {}

  /** Of a signature over the body alone, or after something. */
  Claim(@Nullable Instant signedAt, String head, List<Offer> offers) {
    this(signedAt, new SignedText.Around(head, ""), offers);
  }

  /** Each text is made once, however many keys there are. */
  boolean matches(List<VerificationKey> keys, byte[] body) {
    return text.of(body).anyMatch(parts -> keys.stream().anyMatch(key -> matches(key, parts)));
  }

  private boolean matches(VerificationKey key, byte[][] parts) {
    return proofs().stream()
        .anyMatch(proof -> {
          Optional<byte[]> bytes = proof.key(key);
          return bytes.isPresent() && fits(proof, bytes.get(), parts);
        });
  }

  boolean fits(Proof proof, byte[] key, byte[] body) {
    return text.of(body).anyMatch(parts -> fits(proof, key, parts));
  }

  /** The right signature of a text is computed once, however many are offered. */
  private boolean fits(Proof proof, byte[] key, byte[][] parts) {
    return offered(proof).stream().anyMatch(proof.check(key, parts));
  }

  List<String> offered(Proof proof) {
    return offers.stream().filter(offer -> offer.proof() == proof).map(Offer::text).toList();
  }

  Set<Proof> proofs() {
    return offers.stream().map(Offer::proof).collect(Collectors.toSet());
  }

  Claim withText(SignedText other) {
    return new Claim(signedAt, other, offers);
  }
}

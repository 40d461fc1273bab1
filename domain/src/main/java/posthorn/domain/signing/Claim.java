package posthorn.domain.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a request's headers say of its signature: when it was made, what is signed before the body,
 * and the signatures offered.
 */
record Claim(@Nullable Instant signedAt, String head, List<Offer> offers) {

  record Offer(Proof proof, String text) {}

  boolean matches(List<VerificationKey> keys, byte[] body) {
    return keys.stream().anyMatch(key -> matches(key, body));
  }

  private boolean matches(VerificationKey key, byte[] body) {
    return proofs().stream()
        .anyMatch(proof -> {
          Optional<byte[]> bytes = proof.key(key);
          return bytes.isPresent() && fits(proof, bytes.get(), body);
        });
  }

  /** The right signature is computed once, however many are offered. */
  boolean fits(Proof proof, byte[] key, byte[] body) {
    Predicate<String> check = proof.check(key, head.getBytes(UTF_8), body);
    return offered(proof).stream().anyMatch(check);
  }

  List<String> offered(Proof proof) {
    return offers.stream().filter(offer -> offer.proof() == proof).map(Offer::text).toList();
  }

  Set<Proof> proofs() {
    return offers.stream().map(Offer::proof).collect(Collectors.toSet());
  }

  Claim withHead(String other) {
    return new Claim(signedAt, other, offers);
  }
}

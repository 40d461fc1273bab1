package posthorn.domain.inbound;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.domain.field.PlainText;
import posthorn.domain.signing.ReceivedHeaders;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SignatureVerifier;
import posthorn.domain.signing.Verification;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/**
 * Somebody who sends us webhooks.
 *
 * @param name for people; several of a tenant may have the same
 * @param active one that is not is as good as not there for who sends
 * @param version counts its changes, from 1: who changes it says which version it has seen
 */
public record Source(
    SourceId id,
    TenantId tenant,
    String name,
    SourceSettings settings,
    RotatingSecret<VerificationKey> keys,
    boolean active,
    int version,
    Instant createdAt,
    Instant updatedAt) {
  public static final int MAX_NAME_LENGTH = 255;
  public static final String NAME_RULE =
      "must be visible text of at most "
          + MAX_NAME_LENGTH
          + " characters, without control and format characters";

  public Source {
    if (!isValidName(name)) {
      throw new IllegalArgumentException("a source's name " + NAME_RULE);
    }
  }

  public static boolean isValidName(String name) {
    return !name.isBlank() && name.length() <= MAX_NAME_LENGTH && PlainText.isPlain(name);
  }

  /** What its messages are checked with at that moment. */
  public SignatureVerifier verifier(Instant now) {
    return verifier(keys.live(now));
  }

  /** The key that signed a message, if one of those that count did. */
  public Optional<VerificationKey> signerOf(ReceivedHeaders headers, byte[] body, Instant now) {
    return keys.live(now).stream()
        .filter(
            key -> verifier(List.of(key)).verify(headers, body, now) instanceof Verification.Valid)
        .findFirst();
  }

  private SignatureVerifier verifier(List<VerificationKey> with) {
    return new SignatureVerifier(settings.schemeOf(id), with, settings.tolerance());
  }

  /** With its owner's new decisions, and without its expired keys. */
  public Source changed(String name, SourceSettings settings, boolean active, Instant now) {
    return new Source(
        id, tenant, name, settings, keys.withoutExpired(now), active, version + 1, createdAt, now);
  }

  public Source with(RotatingSecret<VerificationKey> next, Instant now) {
    return new Source(id, tenant, name, settings, next, active, version + 1, createdAt, now);
  }

  /** Why it cannot have these settings with its present keys; to be read after "the secret". */
  public Optional<String> refusalOf(SourceSettings next, Instant now) {
    if (settings.scheme().isAsymmetric() && !next.scheme().isAsymmetric()) {
      return Optional.of("is a public key, with which anybody could sign");
    }
    return keys.live(now).stream().flatMap(key -> next.scheme().refusal(key).stream()).findFirst();
  }

  /** Why its messages could not be checked with the key next; to be read after "the secret". */
  public Optional<String> refusalOf(VerificationKey next) {
    if (next.equals(keys.current())) {
      return Optional.of("is the present one already");
    }
    return settings.scheme().refusal(next);
  }
}

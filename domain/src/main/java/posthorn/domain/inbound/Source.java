package posthorn.domain.inbound;

import java.time.Instant;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SignatureVerifier;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/**
 * Somebody who sends us webhooks.
 *
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

  /** What its messages are checked with at that moment. */
  public SignatureVerifier verifier(Instant now) {
    return new SignatureVerifier(settings.scheme(), keys.live(now), settings.tolerance());
  }
}

package posthorn.application.inbound;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Randomness;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/** Gives a source another secret; for a while the earlier one counts too. */
public final class RotateSourceSecret {
  private final Sources sources;
  private final Randomness randomness;

  public RotateSourceSecret(Sources sources, Randomness randomness) {
    this.sources = sources;
    this.randomness = randomness;
  }

  /** What became of it. */
  public sealed interface Result {
    record Rotated(Source source) implements Result {}

    /** The next secret is the present one already, or its kind could check nothing with it. */
    record Refused(String reason) implements Result {}

    record NotFound() implements Result {}
  }

  /**
   * Rotates.
   *
   * @param next the sender's own; if there is none, one is made
   * @param overlap for how long the earlier secrets still count
   */
  public Result rotate(
      TenantId tenant, SourceId id, @Nullable VerificationKey next, Duration overlap, Instant now) {
    VerificationKey key = next == null ? NewKey.from(randomness) : next;
    // Again, should somebody have changed something else of it meanwhile.
    while (true) {
      Optional<Source> found = sources.find(tenant, id);
      if (found.isEmpty()) {
        return new Result.NotFound();
      }
      Source source = found.get();
      boolean isPublic =
          source.settings().scheme().isAsymmetric() || source.keys().current().isPublic();
      if (next == null && isPublic) {
        return new Result.Refused("is required: the sender has the private key of a public one");
      }
      Optional<String> refusal = source.refusalOf(key);
      if (refusal.isPresent()) {
        return new Result.Refused(refusal.get());
      }
      Source rotated = source.with(source.keys().rotate(key, now, overlap), now);
      if (sources.replaceIfUnchanged(rotated)) {
        return new Result.Rotated(rotated);
      }
    }
  }
}

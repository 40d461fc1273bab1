package posthorn.application.inbound;

import java.time.Instant;
import posthorn.domain.id.IdForm;
import posthorn.domain.inbound.ProviderPreset;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/** A source that nobody has, to be checked against in place of one that is not there. */
final class Decoy {
  static final Source SOURCE =
      new Source(
          new SourceId(IdForm.first(SourceId.PREFIX, Instant.EPOCH)),
          TenantId.DEFAULT,
          "decoy",
          SourceSettings.of(ProviderPreset.named("github").orElseThrow()),
          RotatingSecret.of(new VerificationKey("whatever it is, it lets nobody in")),
          false,
          1,
          Instant.EPOCH,
          Instant.EPOCH);

  private Decoy() {}
}

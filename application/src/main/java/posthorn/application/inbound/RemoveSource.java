package posthorn.application.inbound;

import posthorn.application.port.Sources;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/** Removes a source with its routes and secrets; what it sent stays in the history. */
public final class RemoveSource {
  private final Sources sources;

  public RemoveSource(Sources sources) {
    this.sources = sources;
  }

  /** Whether there was such a source. */
  public boolean remove(TenantId tenant, SourceId id) {
    if (sources.find(tenant, id).isEmpty()) {
      return false;
    }
    sources.remove(id);
    return true;
  }
}

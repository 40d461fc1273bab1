package posthorn.application.port;

import java.util.List;
import java.util.Optional;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/** Who sends us webhooks. Every message that comes in asks for one, so finding one is cheap. */
public interface Sources {

  void add(Source source);

  Optional<Source> find(SourceId id);

  /** If it is the tenant's: another's is not there. */
  default Optional<Source> find(TenantId tenant, SourceId id) {
    return find(id).filter(source -> source.tenant().equals(tenant));
  }

  /** All of the tenant's sources, in the order they were added. */
  List<Source> of(TenantId tenant);

  /**
   * Writes a changed source in place of the version before it; where that is not the present one,
   * because it was changed or removed meanwhile, writes nothing and says so.
   */
  boolean replaceIfUnchanged(Source changed);

  /** Takes it away with its routes and secrets; what it sent stays in the history. */
  void remove(SourceId id);
}

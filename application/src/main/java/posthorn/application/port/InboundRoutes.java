package posthorn.application.port;

import java.util.List;
import java.util.Optional;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Routes;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/**
 * Where messages of sources go. Every message that comes in asks for them, so finding them is
 * cheap.
 */
public interface InboundRoutes {

  /** Adds it, unless its source is not there. */
  boolean addIfSourceRemains(Route route);

  Optional<Route> find(TenantId tenant, RouteId id);

  /** All of the source's routes. */
  Routes of(SourceId source);

  /** All of the tenant's routes, in the order they were added. */
  List<Route> of(TenantId tenant);

  /**
   * Writes the changed one in place of the one that was seen, unless that is no longer so, or the
   * changed one's source is not there.
   */
  boolean replaceIfUnchanged(Route seen, Route changed);

  /** Whether there was one. */
  boolean remove(TenantId tenant, RouteId id);
}

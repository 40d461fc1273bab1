package posthorn.application.inbound;

import posthorn.application.port.InboundRoutes;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.tenant.TenantId;

/** Removes a route; what it routed stays in the history. */
public final class RemoveRoute {
  private final InboundRoutes routes;

  public RemoveRoute(InboundRoutes routes) {
    this.routes = routes;
  }

  /** Whether there was such a route. */
  public boolean remove(TenantId tenant, RouteId id) {
    return routes.remove(tenant, id);
  }
}

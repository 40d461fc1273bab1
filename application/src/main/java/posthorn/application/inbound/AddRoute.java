package posthorn.application.inbound;

import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import posthorn.application.port.Ids;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.tenant.TenantId;

/** Says where a source's messages of some types go. */
public final class AddRoute {
  /** All are kept in memory, and a message looks at each of its source. */
  public static final int MOST_ROUTES = 10_000;

  private final Sources sources;
  private final InboundRoutes routes;
  private final Ids ids;

  /** So that two at once do not both find room for the last one. */
  private final Lock counting = new ReentrantLock();

  public AddRoute(Sources sources, InboundRoutes routes, Ids ids) {
    this.sources = sources;
    this.routes = routes;
    this.ids = ids;
  }

  /** What became of it. */
  public sealed interface Result {
    record Added(Route route) implements Result {}

    /** The tenant has no such source. */
    record NoSource() implements Result {}

    /** The tenant has as many as it may have. */
    record TooMany(int limit) implements Result {}
  }

  public Result add(TenantId tenant, Route.Rule rule, Instant now) {
    if (sources.find(tenant, rule.source()).isEmpty()) {
      return new Result.NoSource();
    }
    Route route = Route.of(new RouteId(ids.next(RouteId.PREFIX, now)), tenant, rule, now);
    counting.lock();
    try {
      if (routes.of(tenant).size() >= MOST_ROUTES) {
        return new Result.TooMany(MOST_ROUTES);
      }
      return routes.addIfSourceRemains(route) ? new Result.Added(route) : new Result.NoSource();
    } finally {
      counting.unlock();
    }
  }
}

package posthorn.application.inbound;

import java.time.Instant;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Route;

/** Changes where messages go; what was received before stays where it went. */
public final class ChangeRoute {
  private final Sources sources;
  private final InboundRoutes routes;

  public ChangeRoute(Sources sources, InboundRoutes routes) {
    this.sources = sources;
    this.routes = routes;
  }

  /** What became of it. */
  public sealed interface Result {
    record Changed(Route route) implements Result {}

    /** The tenant has no such source; nothing was changed. */
    record NoSource() implements Result {}

    /** Somebody else changed it meanwhile, or it is gone; nothing was changed. */
    record Outdated() implements Result {}
  }

  /**
   * Changes it.
   *
   * @param seen the route as whoever asks has seen it
   */
  public Result change(Route seen, Route.Rule rule, Instant now) {
    if (sources.find(seen.tenant(), rule.source()).isEmpty()) {
      return new Result.NoSource();
    }
    Route changed = seen.changed(rule, now);
    return routes.replaceIfUnchanged(seen, changed)
        ? new Result.Changed(changed)
        : new Result.Outdated();
  }
}

package posthorn.domain.inbound;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import posthorn.domain.event.EventType;

/** All routes there are. A message takes at most one of them. */
public record Routes(List<Route> routes) {
  private static final Comparator<Route> BEST_FIRST =
      Comparator.comparingInt((Route route) -> route.eventType().specificity())
          .reversed()
          .thenComparing(route -> route.id().value());

  public Routes {
    routes = List.copyOf(routes);
  }

  /** The most specific route that matches; of equals the one with the least id, so the oldest. */
  public Optional<Route> match(SourceId source, EventType type) {
    return routes.stream().filter(route -> route.matches(source, type)).min(BEST_FIRST);
  }
}

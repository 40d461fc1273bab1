package posthorn.domain.inbound;

import posthorn.domain.event.EventId;

/** What became of a message. */
public sealed interface Routing {
  /** It was published as this event. */
  record Routed(RouteId route, EventId event) implements Routing {}

  /** It is kept, and can be routed later. */
  record Unrouted(UnroutedReason reason) implements Routing {}

  /** The word for it in the API. */
  default String wireName() {
    return switch (this) {
      case Routed _ -> "routed";
      case Unrouted _ -> "unrouted";
    };
  }
}

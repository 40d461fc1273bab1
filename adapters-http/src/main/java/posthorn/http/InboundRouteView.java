package posthorn.http;

import java.time.Instant;
import posthorn.domain.inbound.Route;

/** A route of received messages as the API shows it. */
record InboundRouteView(
    String id,
    String tenantId,
    String sourceId,
    String eventType,
    String intent,
    String target,
    Instant createdAt,
    Instant updatedAt) {

  static InboundRouteView of(Route route) {
    return new InboundRouteView(
        route.id().value(),
        route.tenant().value(),
        route.source().value(),
        route.eventType().value(),
        route.intent().value(),
        route.target(),
        route.createdAt(),
        route.updatedAt());
  }
}

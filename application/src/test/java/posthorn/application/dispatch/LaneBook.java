package posthorn.application.dispatch;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.ordering.Lane;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** Which deliveries are in a lane together, worked out from the events alone. */
final class LaneBook {
  private record LaneOf(WebhookId webhook, Lane lane) {}

  private final Map<DeliveryId, LaneOf> laneOf = new HashMap<>();
  private final Map<LaneOf, NavigableMap<String, DeliveryId>> lanes = new HashMap<>();

  void accepted(Event event, Delivery delivery, Webhook webhook) {
    Lane.of(webhook.flow().ordering(), event.type(), event.orderingKey())
        .map(lane -> new LaneOf(webhook.id(), lane))
        .ifPresent(lane -> {
          laneOf.put(delivery.id(), lane);
          lanes
              .computeIfAbsent(lane, _ -> new TreeMap<>())
              .put(delivery.id().value(), delivery.id());
        });
  }

  /** Those before it in its lane; none where it has no lane. */
  Collection<DeliveryId> ahead(DeliveryId delivery) {
    return List.copyOf(laneOf(delivery).headMap(delivery.value(), false).values());
  }

  /** Those behind it in its lane; none where it has no lane. */
  Collection<DeliveryId> behind(DeliveryId delivery) {
    return List.copyOf(laneOf(delivery).tailMap(delivery.value(), false).values());
  }

  private NavigableMap<String, DeliveryId> laneOf(DeliveryId delivery) {
    LaneOf lane = laneOf.get(delivery);
    return lane == null ? new TreeMap<>() : lanes.getOrDefault(lane, new TreeMap<>());
  }
}

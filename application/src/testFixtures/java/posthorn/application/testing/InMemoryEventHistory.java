package posthorn.application.testing;

import static java.util.Comparator.comparing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventQuery;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;

/** {@link EventHistory} in memory, under the lock of the deliveries. */
final class InMemoryEventHistory implements EventHistory {
  private final InMemoryDeliveries deliveries;

  InMemoryEventHistory(InMemoryDeliveries deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public Optional<Event> find(TenantId tenant, EventId id) {
    synchronized (deliveries) {
      return Optional.ofNullable(deliveries.events.get(id))
          .filter(event -> event.tenant().equals(tenant));
    }
  }

  @Override
  public Page<Event, EventId> list(EventQuery query) {
    synchronized (deliveries) {
      List<Event> found =
          deliveries.events.values().stream()
              .filter(event -> matches(event, query))
              .sorted(comparing((Event event) -> event.id().value()).reversed())
              .skip(query.offset())
              .limit(query.limit() + 1L)
              .map(event -> query.withData() ? event : withoutData(event))
              .toList();
      return Page.of(found, query.limit(), Event::id);
    }
  }

  private static boolean matches(Event event, EventQuery query) {
    EventQuery.Where where = query.where();
    String id = event.id().value();
    String first = where.firstId();
    String end = where.endId();
    return event.tenant().equals(query.tenant())
        && (where.type() == null || where.type().matches(event.type()))
        && isAsked(where.sessionId(), event.sessionId())
        && isAsked(where.source(), event.source())
        && isAsked(where.idempotencyKey(), event.idempotencyKey())
        && (first == null || id.compareTo(first) >= 0)
        && (end == null || id.compareTo(end) < 0)
        && (query.before() == null || id.compareTo(query.before().value()) < 0);
  }

  private static boolean isAsked(@Nullable String asked, @Nullable String value) {
    return asked == null || asked.equals(value);
  }

  private static Event withoutData(Event event) {
    return new Event(
        event.id(),
        event.tenant(),
        event.type(),
        new JsonBytes(new byte[0]),
        event.timestamp(),
        event.acceptedAt(),
        event.idempotencyKey(),
        event.source(),
        event.sessionId(),
        event.priority(),
        event.orderingKey(),
        event.deliverAt(),
        event.hops(),
        event.sequence());
  }

  @Override
  public Map<EventId, JsonBytes> dataOf(List<EventId> ids, long mostBytes) {
    synchronized (deliveries) {
      var data = new HashMap<EventId, JsonBytes>();
      long bytes = 0;
      for (EventId id : ids) {
        Event event = deliveries.events.get(id);
        if (bytes < mostBytes && event != null && data.put(id, event.data()) == null) {
          bytes += event.data().length();
        }
      }
      return data;
    }
  }

  @Override
  public List<Delivery> deliveriesOf(EventId event, @Nullable DeliveryId before, int limit) {
    synchronized (deliveries) {
      return deliveries.byId.descendingMap().values().stream()
          .filter(delivery -> delivery.event().equals(event))
          .filter(delivery -> before == null || delivery.id().value().compareTo(before.value()) < 0)
          .limit(limit)
          .toList();
    }
  }
}

package posthorn.application.port;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;

/** The accepted events, for those who look back. */
public interface EventHistory {

  Optional<Event> find(TenantId tenant, EventId id);

  /**
   * May be fewer than the limit though others follow, where their data would be too much to hold at
   * once and where few match.
   */
  Page<Event, EventId> list(EventQuery query);

  /**
   * The data of these events in the given order, up to the one that reaches that many bytes; events
   * that are gone are left out.
   */
  Map<EventId, JsonBytes> dataOf(List<EventId> ids, long mostBytes);

  /**
   * The deliveries of an event, newest first.
   *
   * @param before only those older than this one
   */
  List<Delivery> deliveriesOf(EventId event, @Nullable DeliveryId before, int limit);
}

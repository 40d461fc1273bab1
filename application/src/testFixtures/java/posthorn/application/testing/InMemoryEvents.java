package posthorn.application.testing;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import posthorn.application.port.Events;
import posthorn.domain.event.Event;
import posthorn.domain.tenant.TenantId;

/** {@link Events} in memory. */
final class InMemoryEvents implements Events {
  record Key(TenantId tenant, String text) {}

  private final InMemoryDeliveries deliveries;
  final Map<Key, Event> byKey = new HashMap<>();

  InMemoryEvents(InMemoryDeliveries deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public synchronized List<Acceptance> accept(List<Publication> publications, Instant keysSince) {
    return publications.stream().map(each -> accept(each, keysSince)).toList();
  }

  private Acceptance accept(Publication publication, Instant keysSince) {
    Event event = publication.event();
    String text = event.idempotencyKey();
    if (text != null) {
      var key = new Key(event.tenant(), text);
      Event first = byKey.get(key);
      if (first != null && !first.acceptedAt().isBefore(keysSince)) {
        return new Acceptance.SeenBefore(first.id());
      }
      byKey.put(key, event);
    }
    return new Acceptance.Accepted(deliveries.add(event, publication.deliveries()));
  }
}

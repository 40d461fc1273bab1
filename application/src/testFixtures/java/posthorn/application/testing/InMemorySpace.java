package posthorn.application.testing;

import java.util.Map;
import posthorn.application.port.StoreSpace;

/** {@link StoreSpace} of a store in memory, which takes none on disk. */
final class InMemorySpace implements StoreSpace {
  private final InMemoryDeliveries deliveries;
  private final InMemoryInboundMessages messages;

  InMemorySpace(InMemoryDeliveries deliveries, InMemoryInboundMessages messages) {
    this.deliveries = deliveries;
    this.messages = messages;
  }

  @Override
  public Taken taken() {
    synchronized (deliveries) {
      return new Taken(
          null,
          0,
          0,
          0,
          0,
          Map.of(
              "events", counted(deliveries.events.size()),
              "deliveries", counted(deliveries.byId.size()),
              "attempts", counted(deliveries.attempts.size()),
              "inbound_messages", counted(messages.byId.size())));
    }
  }

  @Override
  public long diskBytes() {
    return 0;
  }

  @Override
  public long diskFreeBytes() {
    return 0;
  }

  private static Rows counted(long count) {
    return new Rows(count, true);
  }
}

package posthorn.application.eventtypes;

import posthorn.application.port.EventTypes;
import posthorn.domain.event.EventType;
import posthorn.domain.tenant.TenantId;

/** Forgets a type of events. Its events stay, and more may be published, with whatever data. */
public final class RemoveEventType {
  private final EventTypes types;

  public RemoveEventType(EventTypes types) {
    this.types = types;
  }

  /** Whether there was one. */
  public boolean remove(TenantId tenant, EventType name) {
    return types.remove(tenant, name);
  }
}

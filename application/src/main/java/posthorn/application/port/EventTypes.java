package posthorn.application.port;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventType;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.tenant.TenantId;

/**
 * The registered types of events. Every publish asks for one, so that must cost next to nothing.
 */
public interface EventTypes {

  /**
   * Writes it in place of the one of its name that was seen, unless that is no longer so.
   *
   * @param seen null for none
   */
  boolean putIfUnchanged(@Nullable RegisteredType seen, RegisteredType type);

  /** Whether there was one. */
  boolean remove(TenantId tenant, EventType name);

  Optional<RegisteredType> find(TenantId tenant, EventType name);

  /** All of the tenant's types, by their names. */
  List<RegisteredType> of(TenantId tenant);
}

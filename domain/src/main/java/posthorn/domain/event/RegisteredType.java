package posthorn.domain.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * A type of events that its tenant has told about. Others may be published all the same.
 *
 * @param schema the JSON Schema that its events' data must keep to; null where anything goes
 */
public record RegisteredType(
    TenantId tenant,
    EventType name,
    @Nullable String description,
    @Nullable JsonBytes schema,
    Instant createdAt,
    Instant updatedAt) {

  public static final int MAX_DESCRIPTION = 1_000;
  public static final int MAX_SCHEMA_BYTES = 64 * 1024;

  public RegisteredType {
    if (schema != null && schema.length() > MAX_SCHEMA_BYTES) {
      throw new IllegalArgumentException("a schema has at most " + MAX_SCHEMA_BYTES + " bytes");
    }
  }
}

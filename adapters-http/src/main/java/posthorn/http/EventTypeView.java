package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import tools.jackson.databind.util.RawValue;

/** A registered type as the API shows it; its schema as it was written. */
record EventTypeView(
    String name,
    String tenantId,
    @Nullable String description,
    @Nullable RawValue schema,
    Instant createdAt,
    Instant updatedAt) {

  static EventTypeView of(RegisteredType type) {
    JsonBytes schema = type.schema();
    return new EventTypeView(
        type.name().value(),
        type.tenant().value(),
        type.description(),
        schema == null ? null : new RawValue(new String(schema.bytes(), UTF_8)),
        type.createdAt(),
        type.updatedAt());
  }
}

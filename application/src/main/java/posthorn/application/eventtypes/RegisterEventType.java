package posthorn.application.eventtypes;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.EventTypes;
import posthorn.application.port.HeavyWork;
import posthorn.application.port.Schemas;
import posthorn.application.port.Schemas.Compilation;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** Registers a type of events, or says anew what it is. */
public final class RegisterEventType {
  /** All are kept in memory. */
  public static final int MOST_TYPES = 1_000;

  private final EventTypes types;
  private final Schemas schemas;
  private final HeavyWork heavyWork;

  public RegisterEventType(EventTypes types, Schemas schemas, HeavyWork heavyWork) {
    this.types = types;
    this.schemas = schemas;
    this.heavyWork = heavyWork;
  }

  /**
   * What the type is to be.
   *
   * @param seen the only one that it may replace; null for whichever is there, or none
   */
  public record Command(
      TenantId tenant,
      EventType name,
      @Nullable String description,
      @Nullable JsonBytes schema,
      @Nullable RegisteredType seen) {}

  /** What became of it. */
  public sealed interface Result {
    record Created(RegisteredType type) implements Result {}

    record Replaced(RegisteredType type) implements Result {}

    /** Somebody else changed it meanwhile, or it is gone; nothing was written. */
    record Outdated() implements Result {}

    /** The schema is none that can be used; nothing was written. */
    record WrongSchema(List<FieldError> errors) implements Result {}

    /** The tenant has as many types as it may have; nothing was written. */
    record TooMany(int limit) implements Result {}
  }

  public Result register(Command command, Instant now) {
    JsonBytes schema = command.schema();
    if (schema != null) {
      List<FieldError> errors = wrongWith(command.tenant(), schema);
      if (!errors.isEmpty()) {
        return new Result.WrongSchema(errors);
      }
    }
    while (true) {
      RegisteredType present = types.find(command.tenant(), command.name()).orElse(null);
      if (command.seen() != null && !command.seen().equals(present)) {
        return new Result.Outdated();
      }
      if (present == null && types.of(command.tenant()).size() >= MOST_TYPES) {
        return new Result.TooMany(MOST_TYPES);
      }
      RegisteredType type = typeOf(command, present, now);
      // Should somebody have been faster, again: this one is to hold.
      if (types.putIfUnchanged(present, type)) {
        return present == null ? new Result.Created(type) : new Result.Replaced(type);
      }
    }
  }

  private static RegisteredType typeOf(
      Command command, @Nullable RegisteredType present, Instant now) {
    return new RegisteredType(
        command.tenant(),
        command.name(),
        command.description(),
        command.schema(),
        present == null ? now : present.createdAt(),
        now);
  }

  private List<FieldError> wrongWith(TenantId tenant, JsonBytes schema) {
    if (schema.length() > RegisteredType.MAX_SCHEMA_BYTES) {
      return List.of(
          new FieldError(
              "schema", "must have at most " + RegisteredType.MAX_SCHEMA_BYTES + " bytes"));
    }
    return switch (heavyWork.run(tenant, () -> schemas.compile(schema))) {
      case Compilation.Compiled _ -> List.of();
      case Compilation.Wrong(List<FieldError> errors) -> errors;
    };
  }
}

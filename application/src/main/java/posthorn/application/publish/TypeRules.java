package posthorn.application.publish;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import posthorn.application.port.EventTypes;
import posthorn.application.port.HeavyWork;
import posthorn.application.port.Schemas;
import posthorn.application.port.Schemas.Compilation;
import posthorn.application.port.Schemas.Judgement.Judged;
import posthorn.application.port.Schemas.Schema;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/**
 * What the registered types demand of their events' data. A type without a schema costs nothing but
 * the question whether there is one; a schema is compiled once, and again when it has changed.
 */
public final class TypeRules {
  private final EventTypes types;
  private final Schemas schemas;
  private final HeavyWork heavyWork;
  private final LongSupplier nanoTime;
  private final CompiledSchemas compiled = new CompiledSchemas();

  /**
   * Rules for the types.
   *
   * @param nanoTime a clock that is never set, in nanoseconds
   */
  public TypeRules(EventTypes types, Schemas schemas, HeavyWork heavyWork, LongSupplier nanoTime) {
    this.types = types;
    this.schemas = schemas;
    this.heavyWork = heavyWork;
    this.nanoTime = nanoTime;
  }

  /** Judges the data of one request, which has a bounded time for all of it. */
  Judging judging() {
    return new Judging(this, heavyWork, nanoTime);
  }

  /** The schema of a type, if it has one. */
  Optional<Schema> schemaOf(TenantId tenant, EventType type) {
    JsonBytes text = types.find(tenant, type).map(RegisteredType::schema).orElse(null);
    if (text == null) {
      return Optional.empty();
    }
    var key = new CompiledSchemas.Key(tenant, type);
    Optional<Schema> kept = compiled.find(key, text);
    return kept.isPresent() ? kept : Optional.of(heavyWork.run(tenant, () -> compile(key, text)));
  }

  private Schema compile(CompiledSchemas.Key key, JsonBytes text) {
    // Another request may have compiled it while this one waited for its turn.
    return compiled
        .find(key, text)
        .orElseGet(() ->
            switch (schemas.compile(text)) {
              case Compilation.Compiled(Schema usable, long bytes) -> {
                compiled.keep(key, text, usable, bytes);
                yield usable;
              }
              // It was one when it was registered, with an earlier version of us. Nothing is
              // let through unchecked.
              case Compilation.Wrong _ ->
                  (_, _) ->
                      new Judged(
                          List.of(
                              new FieldError(
                                  "event_type", "has a schema that can no longer be used")));
            });
  }
}

package posthorn.application.publish;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Schemas;
import posthorn.application.port.Schemas.Compilation;
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
  /** A compiled schema is many times larger than its text. */
  private static final int MOST_COMPILED = 256;

  private final EventTypes types;
  private final Schemas schemas;
  private final Map<Key, Rule> compiled = new ConcurrentHashMap<>();

  public TypeRules(EventTypes types, Schemas schemas) {
    this.types = types;
    this.schemas = schemas;
  }

  private record Key(TenantId tenant, EventType type) {}

  private record Rule(JsonBytes text, Schemas.Schema schema) {}

  /** What is wrong with the data of an event of that type; nothing, most of the time. */
  List<FieldError> violations(TenantId tenant, EventType type, JsonBytes data) {
    JsonBytes schema = types.find(tenant, type).map(RegisteredType::schema).orElse(null);
    return schema == null
        ? List.of()
        : ruleOf(new Key(tenant, type), schema).schema().violations(data);
  }

  private Rule ruleOf(Key key, JsonBytes schema) {
    Rule present = compiled.get(key);
    // The store gives the same bytes every time, so this compares no more than where they are.
    if (present != null && present.text().equals(schema)) {
      return present;
    }
    // Not worth more thought: the many that are in use come back one by one.
    if (compiled.size() >= MOST_COMPILED) {
      compiled.clear();
    }
    var rule = new Rule(schema, compile(schema));
    compiled.put(key, rule);
    return rule;
  }

  private Schemas.Schema compile(JsonBytes schema) {
    return switch (schemas.compile(schema)) {
      case Compilation.Compiled(Schemas.Schema usable) -> usable;
      // It was one when it was registered, with an earlier version of us. Nothing is let through
      // unchecked.
      case Compilation.Wrong _ ->
          _ -> List.of(new FieldError("event_type", "has a schema that can no longer be used"));
    };
  }
}

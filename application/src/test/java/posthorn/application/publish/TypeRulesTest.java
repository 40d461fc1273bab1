package posthorn.application.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Schemas;
import posthorn.application.port.Schemas.Compilation;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

class TypeRulesTest {
  private static final EventType PAID = new EventType("order.paid");
  private static final JsonBytes DATA = JsonBytes.of("1");

  private final EventTypes types = Stores.inMemory().eventTypes();
  private final AtomicInteger compiled = new AtomicInteger();

  /** Data is right if it is what the schema says, letter by letter. */
  private final Schemas schemas =
      schema -> {
        compiled.incrementAndGet();
        return schema.equals(JsonBytes.of("none"))
            ? new Compilation.Wrong(List.of(new FieldError("schema", "is none")))
            : new Compilation.Compiled(data ->
                data.equals(schema) ? List.of() : List.of(new FieldError("data", "is another")));
      };

  private final TypeRules rules = new TypeRules(types, schemas);

  @Test
  void what_has_no_schema_is_right_and_compiles_nothing() {
    assertThat(rules.violations(DEFAULT, PAID, DATA)).isEmpty();
    register(DEFAULT, PAID, null);
    assertThat(rules.violations(DEFAULT, PAID, DATA)).isEmpty();
    assertThat(compiled).hasValue(0);
  }

  @Test
  void a_schema_is_compiled_once() {
    register(DEFAULT, PAID, "1");

    for (int i = 0; i < 10; i++) {
      assertThat(rules.violations(DEFAULT, PAID, DATA)).isEmpty();
      assertThat(rules.violations(DEFAULT, PAID, JsonBytes.of("2"))).hasSize(1);
    }

    assertThat(compiled).hasValue(1);
  }

  @Test
  void a_changed_schema_counts_from_then_on() {
    register(DEFAULT, PAID, "1");
    assertThat(rules.violations(DEFAULT, PAID, DATA)).isEmpty();

    register(DEFAULT, PAID, "2");

    assertThat(rules.violations(DEFAULT, PAID, DATA)).hasSize(1);
    assertThat(compiled).hasValue(2);
  }

  @Test
  void a_schema_holds_for_its_tenant_and_type() {
    register(DEFAULT, PAID, "2");

    assertThat(rules.violations(new TenantId("other"), PAID, DATA)).isEmpty();
    assertThat(rules.violations(DEFAULT, new EventType("order.lost"), DATA)).isEmpty();
  }

  @Test
  void a_schema_that_can_no_longer_be_used_lets_nothing_through() {
    register(DEFAULT, PAID, "none");

    assertThat(rules.violations(DEFAULT, PAID, DATA))
        .extracting(FieldError::field)
        .containsExactly("event_type");
  }

  @Test
  void of_very_many_schemas_not_all_are_kept_compiled() {
    for (int i = 0; i < 300; i++) {
      EventType type = new EventType("type-" + i);
      register(DEFAULT, type, "1");
      assertThat(rules.violations(DEFAULT, type, DATA)).isEmpty();
    }
    assertThat(compiled).hasValue(300);

    assertThat(rules.violations(DEFAULT, new EventType("type-0"), DATA)).isEmpty();
    assertThat(compiled).hasValue(301);
  }

  private void register(TenantId tenant, EventType name, @Nullable String schema) {
    types.putIfUnchanged(
        types.find(tenant, name).orElse(null),
        new RegisteredType(
            tenant,
            name,
            null,
            schema == null ? null : JsonBytes.of(schema),
            TestTime.START,
            TestTime.START));
  }
}

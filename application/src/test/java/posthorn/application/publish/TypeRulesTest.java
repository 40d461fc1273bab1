package posthorn.application.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.EventTypes;
import posthorn.application.port.HeavyWork;
import posthorn.application.port.Schemas;
import posthorn.application.port.Schemas.Compilation;
import posthorn.application.port.Schemas.Effort;
import posthorn.application.port.Schemas.Judgement;
import posthorn.application.port.Schemas.Judgement.GivenUp;
import posthorn.application.port.Schemas.Judgement.Judged;
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

  private long memory = 1;
  private int work = 1;

  private final AtomicInteger heavy = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final HeavyWork heavyWork =
      new HeavyWork() {
        @Override
        public <T> T run(TenantId tenant, Supplier<T> work) {
          heavy.incrementAndGet();
          return work.get();
        }
      };

  /**
   * Data is right if it is what the schema says, letter by letter. Judging it takes as many steps
   * as {@link #work} says, of a microsecond each.
   */
  private final Schemas schemas =
      schema -> {
        compiled.incrementAndGet();
        return schema.equals(JsonBytes.of("none"))
            ? new Compilation.Wrong(List.of(new FieldError("schema", "is none")))
            : new Compilation.Compiled((data, effort) -> judge(schema, data, effort), memory);
      };

  private final TypeRules rules = new TypeRules(types, schemas, heavyWork, nanos::get);

  private Judgement judge(JsonBytes schema, JsonBytes data, Effort effort) {
    for (int step = 0; step < work; step++) {
      if (step == effort.steps() || effort.over().getAsBoolean()) {
        return new GivenUp();
      }
      nanos.addAndGet(1_000);
    }
    return new Judged(
        data.equals(schema) ? List.of() : List.of(new FieldError("data", "is another")));
  }

  private List<FieldError> violations(TenantId tenant, EventType type, JsonBytes data) {
    return rules.judging().violations(tenant, type, data);
  }

  @Test
  void what_has_no_schema_is_right_and_compiles_nothing() {
    assertThat(violations(DEFAULT, PAID, DATA)).isEmpty();
    register(DEFAULT, PAID, null);
    assertThat(violations(DEFAULT, PAID, DATA)).isEmpty();
    assertThat(compiled).hasValue(0);
  }

  @Test
  void a_schema_is_compiled_once() {
    register(DEFAULT, PAID, "1");

    for (int i = 0; i < 10; i++) {
      assertThat(violations(DEFAULT, PAID, DATA)).isEmpty();
      assertThat(violations(DEFAULT, PAID, JsonBytes.of("2"))).hasSize(1);
    }

    assertThat(compiled).hasValue(1);
  }

  @Test
  void a_changed_schema_counts_from_then_on() {
    register(DEFAULT, PAID, "1");
    assertThat(violations(DEFAULT, PAID, DATA)).isEmpty();

    register(DEFAULT, PAID, "2");

    assertThat(violations(DEFAULT, PAID, DATA)).hasSize(1);
    assertThat(compiled).hasValue(2);
  }

  @Test
  void a_schema_holds_for_its_tenant_and_type() {
    register(DEFAULT, PAID, "2");

    assertThat(violations(new TenantId("other"), PAID, DATA)).isEmpty();
    assertThat(violations(DEFAULT, new EventType("order.lost"), DATA)).isEmpty();
  }

  @Test
  void a_schema_that_can_no_longer_be_used_lets_nothing_through() {
    register(DEFAULT, PAID, "none");

    assertThat(violations(DEFAULT, PAID, DATA))
        .extracting(FieldError::field)
        .containsExactly("event_type");
  }

  @Test
  void what_takes_little_is_judged_at_once_and_anything_else_as_heavy_work() {
    register(DEFAULT, PAID, "1");
    assertThat(violations(DEFAULT, PAID, DATA)).isEmpty();
    assertThat(heavy).as("compiled").hasValue(1);

    work = 1_000;
    assertThat(violations(DEFAULT, PAID, DATA)).isEmpty();
    assertThat(heavy).hasValue(1);

    work = 100_000;
    assertThat(violations(DEFAULT, PAID, DATA)).isEmpty();
    assertThat(heavy).hasValue(2);

    work = 1;
    assertThat(violations(DEFAULT, PAID, JsonBytes.of(" ".repeat(20_000)))).hasSize(1);
    assertThat(heavy).hasValue(3);
  }

  @Test
  void little_work_is_no_longer_done_at_once_when_a_request_has_much_of_it() {
    register(DEFAULT, PAID, "1");
    work = 2_000;
    Judging judging = rules.judging();

    for (int i = 0; i < 5; i++) {
      assertThat(judging.violations(DEFAULT, PAID, DATA)).isEmpty();
    }
    assertThat(heavy).as("compiled").hasValue(1);
    assertThat(judging.violations(DEFAULT, PAID, DATA)).isEmpty();
    assertThat(heavy).hasValue(2);
  }

  @Test
  void a_request_has_a_second_for_all_of_its_data() {
    register(DEFAULT, PAID, "1");
    work = 400_000;
    Judging judging = rules.judging();

    assertThat(judging.violations(DEFAULT, PAID, DATA)).isEmpty();
    assertThat(judging.violations(DEFAULT, PAID, DATA)).isEmpty();
    for (int i = 0; i < 100; i++) {
      assertThat(judging.violations(DEFAULT, PAID, DATA))
          .singleElement()
          .satisfies(error -> assertThat(error.message()).contains("1000 ms", "fewer events"));
    }
    assertThat(nanos.get()).isLessThan(1_020_000_000L);

    assertThat(violations(DEFAULT, PAID, DATA)).as("another request").isEmpty();
  }

  @Test
  void data_that_takes_too_many_steps_is_refused() {
    register(DEFAULT, PAID, "1");
    work = Integer.MAX_VALUE;
    nanos.set(0);

    assertThat(violations(DEFAULT, PAID, DATA)).hasSize(1);
  }

  @Test
  void of_very_large_schemas_not_all_are_kept_compiled() {
    memory = CompiledSchemas.MOST_BYTES_OF_TENANT / 10;
    useTypes(DEFAULT, 10);
    assertThat(compiled).hasValue(10);
    useTypes(DEFAULT, 10);
    assertThat(compiled).as("all are kept").hasValue(10);

    register(DEFAULT, new EventType("type-10"), "1");
    assertThat(violations(DEFAULT, new EventType("type-10"), DATA)).isEmpty();
    assertThat(violations(DEFAULT, new EventType("type-1"), DATA)).isEmpty();
    assertThat(compiled).as("only the least recently used one went").hasValue(11);
    assertThat(violations(DEFAULT, new EventType("type-0"), DATA)).isEmpty();
    assertThat(compiled).hasValue(12);
  }

  @Test
  void a_tenant_with_many_schemas_does_not_displace_those_of_another() {
    memory = CompiledSchemas.MOST_BYTES_OF_TENANT / 10;
    var other = new TenantId("other");
    useTypes(other, 3);
    useTypes(DEFAULT, 100);
    assertThat(compiled).hasValue(103);

    useTypes(other, 3);
    assertThat(compiled).hasValue(103);
  }

  @Test
  void what_all_tenants_keep_is_bounded_too() {
    memory = CompiledSchemas.MOST_BYTES_OF_TENANT / 10;
    for (int tenant = 0; tenant < 5; tenant++) {
      useTypes(new TenantId("tenant-" + tenant), 10);
    }
    assertThat(compiled).hasValue(50);

    useTypes(new TenantId("tenant-4"), 10);
    assertThat(compiled).as("the most recent").hasValue(50);
    useTypes(new TenantId("tenant-0"), 10);
    assertThat(compiled).as("the least recent").hasValue(60);
  }

  private void useTypes(TenantId tenant, int number) {
    for (int i = 0; i < number; i++) {
      EventType type = new EventType("type-" + i);
      if (types.find(tenant, type).isEmpty()) {
        register(tenant, type, "1");
      }
      assertThat(violations(tenant, type, DATA)).isEmpty();
    }
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

package posthorn.application.eventtypes;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.eventtypes.RegisterEventType.Command;
import posthorn.application.eventtypes.RegisterEventType.Result;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Schemas.Compilation;
import posthorn.application.port.Schemas.Judgement.Judged;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.application.testing.WorkAtOnce;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.field.FieldError;

class RegisterEventTypeTest {
  private static final Instant NOW = TestTime.START;
  private static final FieldError WRONG = new FieldError("schema/type", "is wrong");

  private final EventTypes types = Stores.inMemory().eventTypes();
  private final RegisterEventType register =
      new RegisterEventType(
          types,
          schema ->
              schema.equals(JsonBytes.of("wrong"))
                  ? new Compilation.Wrong(List.of(WRONG))
                  : new Compilation.Compiled((_, _) -> new Judged(List.of()), 1),
          new WorkAtOnce());

  @Test
  void the_first_is_created_and_the_second_replaces_it() {
    assertThat(register.register(command("a", "{}"), NOW)).isInstanceOf(Result.Created.class);

    assertThat(register.register(command("a", null), NOW.plusSeconds(1)))
        .isInstanceOfSatisfying(
            Result.Replaced.class,
            replaced -> {
              assertThat(replaced.type().createdAt()).isEqualTo(NOW);
              assertThat(replaced.type().updatedAt()).isEqualTo(NOW.plusSeconds(1));
              assertThat(types.of(DEFAULT)).containsExactly(replaced.type());
            });
  }

  @Test
  void a_wrong_schema_writes_nothing() {
    assertThat(register.register(command("a", "wrong"), NOW))
        .isEqualTo(new Result.WrongSchema(List.of(WRONG)));
    assertThat(types.of(DEFAULT)).isEmpty();
  }

  @Test
  void a_schema_that_is_too_large_is_not_even_looked_at() {
    assertThat(
            register.register(command("a", " ".repeat(RegisteredType.MAX_SCHEMA_BYTES + 1)), NOW))
        .isInstanceOf(Result.WrongSchema.class);
  }

  @Test
  void a_tenant_has_no_more_types_than_fit_but_may_change_those_it_has() {
    for (int i = 0; i < RegisterEventType.MOST_TYPES; i++) {
      assertThat(register.register(command("type-" + i, null), NOW))
          .isInstanceOf(Result.Created.class);
    }

    assertThat(register.register(command("one-more", null), NOW))
        .isEqualTo(new Result.TooMany(RegisterEventType.MOST_TYPES));
    assertThat(register.register(command("type-0", "{}"), NOW)).isInstanceOf(Result.Replaced.class);
  }

  @Test
  void what_was_seen_is_replaced_and_nothing_else() {
    register.register(command("a", "1"), NOW);
    RegisteredType seen = types.of(DEFAULT).getFirst();

    assertThat(register.register(after(seen, "2"), NOW)).isInstanceOf(Result.Replaced.class);
    assertThat(register.register(after(seen, "3"), NOW)).isEqualTo(new Result.Outdated());
    types.remove(DEFAULT, seen.name());
    assertThat(register.register(after(seen, "4"), NOW)).isEqualTo(new Result.Outdated());
    assertThat(types.of(DEFAULT)).isEmpty();
  }

  private static Command after(RegisteredType seen, String schema) {
    return new Command(DEFAULT, seen.name(), null, JsonBytes.of(schema), seen);
  }

  private static Command command(String name, @Nullable String schema) {
    return new Command(
        DEFAULT, new EventType(name), null, schema == null ? null : JsonBytes.of(schema), null);
  }
}

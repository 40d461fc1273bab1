package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.EventTypes;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.tenant.TenantId;

/** What every implementation of {@link EventTypes} keeps to. */
public abstract class EventTypesContract {
  private static final TenantId OTHER = new TenantId("other");

  private EventTypes types;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    types = open().eventTypes();
  }

  @Test
  void nothing_of_a_type_is_lost() {
    RegisteredType whole = type(DEFAULT, "order.paid", "An order, paid für", "{ \"type\": [] }");
    RegisteredType bare = type(DEFAULT, "order.lost", null, null);

    assertThat(types.putIfUnchanged(null, whole)).isTrue();
    assertThat(types.putIfUnchanged(null, bare)).isTrue();

    assertThat(types.find(DEFAULT, whole.name())).contains(whole);
    assertThat(types.find(DEFAULT, bare.name())).contains(bare);
  }

  @Test
  void a_second_of_its_name_replaces_the_first() {
    RegisteredType first = type(DEFAULT, "order.paid", "first", "true");
    RegisteredType second =
        new RegisteredType(
            DEFAULT, first.name(), null, null, first.createdAt(), first.updatedAt().plusSeconds(1));
    types.putIfUnchanged(null, first);

    assertThat(types.putIfUnchanged(first, second)).isTrue();

    assertThat(types.of(DEFAULT)).containsExactly(second);
  }

  @Test
  void what_was_not_seen_is_not_replaced() {
    RegisteredType first = type(DEFAULT, "order.paid", "first", "true");
    RegisteredType second = type(DEFAULT, "order.paid", "second", "true");
    assertThat(types.putIfUnchanged(first, second)).isFalse();
    types.putIfUnchanged(null, first);

    assertThat(types.putIfUnchanged(null, second)).isFalse();
    assertThat(types.putIfUnchanged(second, second)).isFalse();

    assertThat(types.of(DEFAULT)).containsExactly(first);
  }

  @Test
  void tenants_have_types_of_their_own() {
    RegisteredType mine = type(DEFAULT, "order.paid", "mine", null);
    RegisteredType theirs = type(OTHER, "order.paid", "theirs", null);
    types.putIfUnchanged(null, mine);
    assertThat(types.putIfUnchanged(null, theirs)).isTrue();

    assertThat(types.of(DEFAULT)).containsExactly(mine);
    assertThat(types.find(OTHER, mine.name())).contains(theirs);
    assertThat(types.remove(DEFAULT, mine.name())).isTrue();
    assertThat(types.of(OTHER)).containsExactly(theirs);
    assertThat(types.of(new TenantId("third"))).isEmpty();
  }

  @Test
  void they_come_by_name() {
    RegisteredType b = type(DEFAULT, "b", null, null);
    RegisteredType a = type(DEFAULT, "a", null, null);
    RegisteredType capital = type(DEFAULT, "Z", null, null);
    types.putIfUnchanged(null, b);
    types.putIfUnchanged(null, a);
    types.putIfUnchanged(null, capital);

    assertThat(types.of(DEFAULT)).containsExactly(capital, a, b);
  }

  @Test
  void what_is_removed_is_gone() {
    RegisteredType type = type(DEFAULT, "order.paid", null, null);
    types.putIfUnchanged(null, type);

    assertThat(types.remove(DEFAULT, type.name())).isTrue();
    assertThat(types.remove(DEFAULT, type.name())).isFalse();
    assertThat(types.find(DEFAULT, type.name())).isEmpty();
    assertThat(types.putIfUnchanged(null, type)).isTrue();
  }

  protected static RegisteredType type(
      TenantId tenant, String name, @Nullable String description, @Nullable String schema) {
    return new RegisteredType(
        tenant,
        new EventType(name),
        description,
        schema == null ? null : JsonBytes.of(schema),
        TestTime.START,
        TestTime.START);
  }
}

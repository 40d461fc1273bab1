package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.EventTypesContract;
import posthorn.application.testing.Stores;
import posthorn.domain.event.RegisteredType;

class SqliteEventTypesTest extends EventTypesContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void a_restart_finds_what_was_there() {
    RegisteredType kept = type(DEFAULT, "order.paid", "An order", "{\"type\": \"object\"}");
    RegisteredType removed = type(DEFAULT, "order.lost", null, null);
    Stores stores = store.open();
    RegisteredType first = type(DEFAULT, "order.paid", null, null);
    stores.eventTypes().putIfUnchanged(null, first);
    stores.eventTypes().putIfUnchanged(first, kept);
    stores.eventTypes().putIfUnchanged(null, removed);
    stores.eventTypes().remove(DEFAULT, removed.name());

    assertThat(store.open().eventTypes().of(DEFAULT)).containsExactly(kept);
  }
}

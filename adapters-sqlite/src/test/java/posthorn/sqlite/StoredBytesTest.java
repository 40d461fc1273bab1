package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Events.Publication;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.Event;
import posthorn.domain.tenant.TenantId;

class StoredBytesTest {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Test
  void what_a_tenant_stores_is_known_from_the_commit_on_and_after_a_restart() {
    Stores stores = store.open();
    Event event = new Samples().event(DEFAULT, null, TestTime.START);
    stores.events().accept(List.of(new Publication(event, List.of())), TestTime.START);

    long bytes = StoredBytes.EVENT + event.data().length() + StoredBytes.SEQUENCE;
    assertThat(store.tenantStorage().bytes(DEFAULT)).isEqualTo(bytes);
    assertThat(store.tenantStorage().bytes(new TenantId("other"))).isZero();
    store.open();
    assertThat(store.tenantStorage().bytes(DEFAULT)).isEqualTo(bytes);
  }

  @Test
  void what_is_pruned_is_not_stored_any_more_but_the_counter_of_its_type_is() {
    Stores stores = store.open();
    Event event = new Samples().event(DEFAULT, null, TestTime.START);
    stores.events().accept(List.of(new Publication(event, List.of())), TestTime.START);
    var old = stores.history().events(_ -> TestTime.START.plusSeconds(1));
    assertThat(old.removeIfStillOld(old.page(null, 10).entries())).isEqualTo(1);

    assertThat(store.tenantStorage().bytes(DEFAULT)).isEqualTo(StoredBytes.SEQUENCE);
    store.checkStoredBytes();
  }
}

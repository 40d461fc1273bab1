package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.InboundRoutesContract;
import posthorn.application.testing.Stores;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.Source;

class SqliteInboundRoutesTest extends InboundRoutesContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void a_restart_finds_what_was_there_and_nothing_of_a_removed_source() {
    Stores stores = store.open();
    Source kept = source(DEFAULT);
    Source removed = source(DEFAULT);
    stores.sources().add(kept);
    stores.sources().add(removed);
    Route route = route(kept, "push", "x");
    assertThat(stores.inboundRoutes().addIfSourceRemains(route)).isTrue();
    assertThat(stores.inboundRoutes().addIfSourceRemains(route(removed, "*", "y"))).isTrue();
    stores.sources().remove(removed.id());

    Stores restarted = store.open();

    assertThat(restarted.inboundRoutes().of(DEFAULT)).containsExactly(route);
    assertThat(restarted.inboundRoutes().of(kept.id()).routes()).containsExactly(route);
    assertThat(restarted.inboundRoutes().of(removed.id()).routes()).isEmpty();
  }
}

package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.StoreSpace.Rows;
import posthorn.application.port.StoreSpace.Taken;
import posthorn.application.testing.Samples;
import posthorn.application.testing.StoreSpaceContract;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;

class SqliteStoreSpaceTest extends StoreSpaceContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void the_sizes_are_those_of_the_files() throws Exception {
    Taken taken = store.open().space().taken();

    Path file = Path.of(store.url().substring("jdbc:sqlite:".length()));
    assertThat(taken.file()).isEqualTo(file.toString());
    assertThat(taken.bytes()).isPositive().isEqualTo(Files.size(file));
    assertThat(taken.logBytes()).isEqualTo(Files.size(Path.of(file + "-wal")));
    assertThat(taken.diskFreeBytes()).isPositive();
    assertThat(taken.freeBytes()).isNotNegative().isLessThan(taken.bytes());
  }

  @Test
  void many_rows_are_estimated_and_said_to_be_so() {
    Stores stores = store.open();
    var samples = new Samples();
    for (int i = 0; i < 6; i++) {
      var publication = new Publication(samples.event(DEFAULT, null, TestTime.START), List.of());
      stores.events().accept(List.of(publication), TestTime.START);
    }

    assertThat(store.space(6).taken().rows()).containsEntry("events", new Rows(6, true));
    assertThat(store.space(5).taken().rows()).containsEntry("events", new Rows(6, false));
  }
}

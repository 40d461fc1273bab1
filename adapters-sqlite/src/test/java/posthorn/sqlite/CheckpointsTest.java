package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Events.Publication;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.tenant.TenantId;

class CheckpointsTest {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private final Samples samples = new Samples();

  @Test
  void what_is_in_the_log_gets_into_the_file_though_nobody_writes() throws Exception {
    Stores stores = store.open();
    try (Connection connection = DriverManager.getConnection(store.url())) {
      int commits = 0;
      // Fewer than the writer would bring over by itself.
      while (Checkpoints.waiting(connection) < Checkpoints.WORTH_IT && commits < 1_000) {
        stores.events().accept(publications(), TestTime.START);
        commits++;
      }

      await().until(() -> Checkpoints.waiting(connection) < Checkpoints.WORTH_IT);
      assertThat(commits).isPositive();
    }
  }

  private List<Publication> publications() {
    return IntStream.range(0, 100)
        .mapToObj(_ -> samples.event(TenantId.DEFAULT, null, TestTime.START))
        .map(event -> new Publication(event, List.of()))
        .toList();
  }
}

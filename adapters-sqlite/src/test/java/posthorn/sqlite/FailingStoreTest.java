package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.Stores;

/** Whatever fails, and wherever: what was acknowledged is there, and all of it is consistent. */
class FailingStoreTest {
  /** More than a day's work has steps; the test ends when none is left to fail. */
  private static final int MOST_STEPS = 1_000;

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Test
  void every_statement_and_commit_may_fail_and_nothing_acknowledged_is_lost() throws SQLException {
    int failed = 0;
    for (int step = 1; step < MOST_STEPS; step++) {
      store.startAnew();
      store.open();
      store.close();
      var failing = new FailingConnection(connect(), step);
      var day = new DayOfWork(store.open(failing.connection()));
      day.work();
      Stores reopened = store.open();
      day.check(reopened);
      store.checkStoredBytes();
      if (!failing.hasFailed()) {
        break;
      }
      failed++;
    }
    // Every operation of the day has at least a statement and a commit.
    assertThat(failed).isBetween(2 * DayOfWork.OPERATIONS, MOST_STEPS - 2);
  }

  private Connection connect() throws SQLException {
    return SqliteConnections.forWriting(store.url(), Durability.FULL).getConnection();
  }
}

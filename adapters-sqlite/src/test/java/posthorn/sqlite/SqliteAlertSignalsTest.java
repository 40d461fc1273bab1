package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.AlertSignalsContract;
import posthorn.application.testing.Stores;

class SqliteAlertSignalsTest extends AlertSignalsContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

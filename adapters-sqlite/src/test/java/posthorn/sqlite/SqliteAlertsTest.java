package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.AlertsContract;
import posthorn.application.testing.Stores;

class SqliteAlertsTest extends AlertsContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

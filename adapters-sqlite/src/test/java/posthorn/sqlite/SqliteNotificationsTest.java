package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.NotificationsContract;
import posthorn.application.testing.Stores;

class SqliteNotificationsTest extends NotificationsContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.DeliveriesContract;
import posthorn.application.testing.Stores;

class SqliteDeliveriesTest extends DeliveriesContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

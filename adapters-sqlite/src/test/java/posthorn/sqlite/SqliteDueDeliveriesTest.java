package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.DueDeliveriesContract;
import posthorn.application.testing.Stores;

class SqliteDueDeliveriesTest extends DueDeliveriesContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

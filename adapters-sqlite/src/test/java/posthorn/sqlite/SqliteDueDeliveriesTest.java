package posthorn.sqlite;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.DueDeliveriesContract;
import posthorn.application.testing.Stores;

class SqliteDueDeliveriesTest extends DueDeliveriesContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @AfterEach
  void stored_bytes_are_counted_right() {
    store.checkStoredBytes();
  }

  @Override
  protected Stores open() {
    return store.open();
  }
}

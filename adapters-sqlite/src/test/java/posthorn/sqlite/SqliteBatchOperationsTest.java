package posthorn.sqlite;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.BatchOperationsContract;
import posthorn.application.testing.Stores;

class SqliteBatchOperationsTest extends BatchOperationsContract {
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

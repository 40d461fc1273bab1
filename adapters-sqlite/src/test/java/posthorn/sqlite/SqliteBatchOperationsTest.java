package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.BatchOperationsContract;
import posthorn.application.testing.Stores;

class SqliteBatchOperationsTest extends BatchOperationsContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

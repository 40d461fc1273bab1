package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.ApiKeysContract;
import posthorn.application.testing.Stores;

class SqliteApiKeysTest extends ApiKeysContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

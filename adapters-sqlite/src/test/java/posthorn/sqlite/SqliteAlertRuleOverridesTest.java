package posthorn.sqlite;

import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.testing.AlertRuleOverridesContract;
import posthorn.application.testing.Stores;

class SqliteAlertRuleOverridesTest extends AlertRuleOverridesContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }
}

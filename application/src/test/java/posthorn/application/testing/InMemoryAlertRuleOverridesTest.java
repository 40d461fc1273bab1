package posthorn.application.testing;

class InMemoryAlertRuleOverridesTest extends AlertRuleOverridesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

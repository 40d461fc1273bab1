package posthorn.application.testing;

class InMemoryAlertsTest extends AlertsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

package posthorn.application.testing;

class InMemoryAlertSignalsTest extends AlertSignalsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

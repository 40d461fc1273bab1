package posthorn.application.testing;

class InMemoryDeliveriesTest extends DeliveriesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

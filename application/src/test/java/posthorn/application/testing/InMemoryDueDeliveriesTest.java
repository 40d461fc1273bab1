package posthorn.application.testing;

class InMemoryDueDeliveriesTest extends DueDeliveriesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

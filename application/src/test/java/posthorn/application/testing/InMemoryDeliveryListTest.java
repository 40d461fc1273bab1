package posthorn.application.testing;

class InMemoryDeliveryListTest extends DeliveryListContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

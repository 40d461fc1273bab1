package posthorn.application.testing;

class InMemorySpaceTest extends StoreSpaceContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

package posthorn.application.testing;

class InMemoryBatchOperationsTest extends BatchOperationsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

package posthorn.application.testing;

class InMemoryInboundRoutesTest extends InboundRoutesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

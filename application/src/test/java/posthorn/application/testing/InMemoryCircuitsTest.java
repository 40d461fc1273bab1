package posthorn.application.testing;

class InMemoryCircuitsTest extends CircuitsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

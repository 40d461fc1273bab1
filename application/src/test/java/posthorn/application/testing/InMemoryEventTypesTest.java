package posthorn.application.testing;

class InMemoryEventTypesTest extends EventTypesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

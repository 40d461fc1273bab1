package posthorn.application.testing;

class InMemoryEventHistoryTest extends EventHistoryContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

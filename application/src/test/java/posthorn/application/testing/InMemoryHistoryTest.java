package posthorn.application.testing;

class InMemoryHistoryTest extends HistoryContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

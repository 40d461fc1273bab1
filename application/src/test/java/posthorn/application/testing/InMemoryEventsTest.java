package posthorn.application.testing;

class InMemoryEventsTest extends EventsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

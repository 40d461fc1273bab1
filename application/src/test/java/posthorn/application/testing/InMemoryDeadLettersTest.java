package posthorn.application.testing;

class InMemoryDeadLettersTest extends DeadLettersContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

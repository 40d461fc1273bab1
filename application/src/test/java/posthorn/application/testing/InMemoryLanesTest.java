package posthorn.application.testing;

class InMemoryLanesTest extends LanesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

package posthorn.application.testing;

class InMemorySourcesTest extends SourcesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

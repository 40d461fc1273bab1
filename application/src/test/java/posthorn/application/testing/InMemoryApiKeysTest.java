package posthorn.application.testing;

class InMemoryApiKeysTest extends ApiKeysContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

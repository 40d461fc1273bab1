package posthorn.application.testing;

class InMemoryTenantsTest extends TenantsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

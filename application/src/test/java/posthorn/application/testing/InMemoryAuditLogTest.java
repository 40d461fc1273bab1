package posthorn.application.testing;

class InMemoryAuditLogTest extends AuditLogContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

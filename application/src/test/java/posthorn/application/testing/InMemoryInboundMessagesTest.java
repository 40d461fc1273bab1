package posthorn.application.testing;

class InMemoryInboundMessagesTest extends InboundMessagesContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

package posthorn.application.testing;

class InMemoryWebhooksTest extends WebhooksContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

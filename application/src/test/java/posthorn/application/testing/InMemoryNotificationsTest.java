package posthorn.application.testing;

class InMemoryNotificationsTest extends NotificationsContract {
  @Override
  protected Stores open() {
    return Stores.inMemory();
  }
}

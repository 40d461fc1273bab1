package posthorn.bootstrap;

import posthorn.outbound.PooledWebhookSender;

/**
 * The two ways out, which share nothing: no test and no registration takes a connection or a lookup
 * from deliveries.
 *
 * @param deliveries sends what is delivered
 * @param tests sends what an API call asks for, and looks up the names of new URLs
 */
record Senders(PooledWebhookSender deliveries, PooledWebhookSender tests) implements AutoCloseable {
  @Override
  public void close() {
    tests.close();
    deliveries.close();
  }
}

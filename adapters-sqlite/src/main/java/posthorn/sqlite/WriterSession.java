package posthorn.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.webhook.WebhookId;

/**
 * The writer's connection, with the statements it has prepared and what it has made wait. For the
 * writer's thread alone.
 */
final class WriterSession implements AutoCloseable {
  private final Connection connection;
  private final DSLContext sql;
  private final Map<String, Prepared> prepared = new HashMap<>();
  private final Holds holds;
  private final List<Runnable> madeToWait = new ArrayList<>();

  WriterSession(Connection connection, Holds holds) throws SQLException {
    this.connection = connection;
    this.holds = holds;
    this.sql = Jooq.on(connection);
    connection.setAutoCommit(false);
  }

  DSLContext sql() {
    return sql;
  }

  Prepared prepared(String text) throws SQLException {
    Prepared known = prepared.get(text);
    if (known == null) {
      known = new Prepared(connection.prepareStatement(text));
      prepared.put(text, known);
    }
    return known;
  }

  /** A delivery was written that may wait by that; who looks is told after the commit. */
  void written(Delivery delivery) {
    Instant dueAt = Holds.dueAt(delivery);
    if (dueAt != null) {
      madeToWait.add(() -> holds.waits(delivery.webhook(), dueAt));
    }
  }

  /** Some of a webhook's deliveries wait again. */
  void someWait(WebhookId webhook) {
    madeToWait.add(() -> holds.someWait(webhook));
  }

  void commit() throws SQLException {
    connection.commit();
    madeToWait.forEach(Runnable::run);
    madeToWait.clear();
  }

  void rollBack() throws SQLException {
    madeToWait.clear();
    prepared.values().forEach(Prepared::reset);
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

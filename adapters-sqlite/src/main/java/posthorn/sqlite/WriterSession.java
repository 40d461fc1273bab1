package posthorn.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.tenant.TenantId;
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
  private final StoredBytes.Changes stored;
  private final List<Runnable> madeToWait = new ArrayList<>();

  WriterSession(Connection connection, Holds holds, StoredBytes storedBytes) throws SQLException {
    this.connection = connection;
    this.holds = holds;
    this.stored = storedBytes.new Changes();
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
      someWaitUntil(delivery.webhook(), dueAt);
    }
  }

  /** Some of a webhook's deliveries were written that wait and are due then. */
  void someWaitUntil(WebhookId webhook, Instant dueAt) {
    madeToWait.add(() -> holds.waits(webhook, dueAt));
  }

  /** Some of a webhook's deliveries wait again. */
  void someWait(WebhookId webhook) {
    madeToWait.add(() -> holds.someWait(webhook));
  }

  /** So many bytes of a tenant are added, or removed where they are below zero. */
  void stores(TenantId tenant, long bytes) {
    stored.add(tenant, bytes);
  }

  void commit() throws SQLException {
    stored.write(this);
    connection.commit();
    stored.committed();
    madeToWait.forEach(Runnable::run);
    madeToWait.clear();
  }

  void rollBack() throws SQLException {
    madeToWait.clear();
    stored.rolledBack();
    closeStatements();
    try {
      connection.rollback();
    } catch (SQLException _) {
      // A full disk makes SQLite roll back by itself. Where that is not why, this fails too.
      try (Statement begin = connection.createStatement()) {
        begin.execute("BEGIN IMMEDIATE");
      }
    }
  }

  /** Some errors leave a statement unusable; all are prepared again when they are needed. */
  private void closeStatements() {
    for (Prepared statement : prepared.values()) {
      try {
        statement.close();
      } catch (SQLException _) {
        // Closing a statement tells the error again that its last run ended with.
      }
    }
    prepared.clear();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

package posthorn.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jooq.DSLContext;

/** The writer's connection, with the statements it has prepared. For the writer's thread alone. */
final class WriterSession implements AutoCloseable {
  private final Connection connection;
  private final DSLContext sql;
  private final Map<String, Prepared> prepared = new HashMap<>();

  WriterSession(Connection connection) throws SQLException {
    this.connection = connection;
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

  void commit() throws SQLException {
    connection.commit();
  }

  void rollBack() throws SQLException {
    prepared.values().forEach(Prepared::reset);
    connection.rollback();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

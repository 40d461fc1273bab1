package posthorn.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Writes the rows of an event again and again, by plain JDBC over one connection. */
final class RowCopier implements AutoCloseable {
  private final Connection connection;
  private final List<CopiedRow> rows;
  private final List<PreparedStatement> inserts = new ArrayList<>();
  private long copies;

  RowCopier(CopiedDatabase database) throws SQLException {
    connection = database.open();
    rows = CopiedRow.allOf(connection, database.eventId());
    connection.setAutoCommit(false);
    for (CopiedRow row : rows) {
      inserts.add(connection.prepareStatement(row.insert()));
    }
  }

  /** Writes the rows of so many events in one transaction; returns when they are on disk. */
  void commit(int events) throws SQLException {
    for (int i = 0; i < events; i++) {
      copies++;
      for (int row = 0; row < rows.size(); row++) {
        rows.get(row).bind(inserts.get(row), copies);
        inserts.get(row).addBatch();
      }
    }
    for (PreparedStatement insert : inserts) {
      insert.executeBatch();
    }
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

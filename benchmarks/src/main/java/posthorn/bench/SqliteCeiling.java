package posthorn.bench;

import java.sql.SQLException;

/**
 * What publishing could reach at best without HTTP: the rows that a published event makes, many
 * events a transaction.
 */
final class SqliteCeiling implements AutoCloseable {
  /** How many events a transaction writes; more bring little. */
  private static final int TRANSACTION = 500;

  private final RowCopier copier;

  SqliteCeiling(CopiedDatabase database) throws SQLException {
    copier = new RowCopier(database);
  }

  /** Events per second, over so many. */
  double measure(int events) throws SQLException {
    long startedAt = System.nanoTime();
    for (int done = 0; done < events; done += TRANSACTION) {
      copier.commit(Math.min(TRANSACTION, events - done));
    }
    return Rates.perSecond(events, System.nanoTime() - startedAt);
  }

  @Override
  public void close() throws SQLException {
    copier.close();
  }
}

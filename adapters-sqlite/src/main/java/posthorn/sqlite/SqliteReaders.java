package posthorn.sqlite;

import java.util.function.Function;
import org.jooq.DSLContext;
import posthorn.application.port.StoreException;

/** Reads on connections that only read; in WAL mode they never wait for the writer. */
interface SqliteReaders extends AutoCloseable {

  /**
   * Reads; what the query sees is of one moment.
   *
   * @throws StoreException if the database could not be read
   */
  <T> T read(Function<DSLContext, T> query);

  @Override
  void close();
}

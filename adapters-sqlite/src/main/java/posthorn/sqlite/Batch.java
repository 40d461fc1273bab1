package posthorn.sqlite;

import java.sql.SQLException;
import java.util.List;

/**
 * Work that many callers ask for at once. The writer gathers what was asked for and has it done
 * together, in few statements. It may be run again after a rollback, so it changes nothing but the
 * database.
 *
 * @param <C> what one caller asks for
 * @param <R> what that caller gets
 */
interface Batch<C, R> {

  /** Does all of it; what became of each, in their order. */
  List<R> run(WriterSession session, List<C> commands) throws SQLException;
}

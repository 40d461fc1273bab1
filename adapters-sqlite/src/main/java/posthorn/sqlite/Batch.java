package posthorn.sqlite;

import java.sql.SQLException;
import java.util.ArrayList;
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

  /** What one caller asks for, done alone. */
  interface Single<C, R> {
    R run(WriterSession session, C command) throws SQLException;
  }

  /** Where the commands have nothing in common: one after the other. */
  static <C, R> Batch<C, R> each(Single<C, R> single) {
    return (session, commands) -> {
      var results = new ArrayList<R>(commands.size());
      for (C command : commands) {
        results.add(single.run(session, command));
      }
      return results;
    };
  }
}

package posthorn.bench;

import java.nio.file.Path;
import java.sql.SQLException;

/**
 * An {@link EmptyHandler} that has the rows of an event written before it answers: publishing by
 * Javalin and SQLite and nothing else. It does not ask who publishes, looks at nothing, makes no
 * ids, and nobody is told of the event.
 */
final class StoringHandler {
  private StoringHandler() {}

  /** Parameters: the database, which is its own, and the event whose rows are written. */
  public static void main(String[] args) throws SQLException {
    var commits = new SharedCommits(new CopiedDatabase(Path.of(args[0]), args[1]));
    EmptyHandler.announce(EmptyHandler.start(commits::write));
  }
}

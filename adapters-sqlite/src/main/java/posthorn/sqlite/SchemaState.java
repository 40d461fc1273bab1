package posthorn.sqlite;

import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.StoreException;

/**
 * How the schema of a database compares to the one that this version makes.
 *
 * @param version null where it was not made by any
 * @param pending how many changes the next start will make to it
 * @param mistakes why the next start cannot use it
 */
public record SchemaState(@Nullable String version, int pending, List<String> mistakes) {

  /** Whether this version finds its tables in it as they should be. */
  public boolean isCurrent() {
    return version != null && pending == 0 && mistakes.isEmpty();
  }

  static SchemaState of(String url) {
    try {
      Flyway flyway =
          Flyway.configure()
              .dataSource(SqliteConnections.forReading(url))
              .locations("classpath:posthorn/sqlite/migrations")
              .ignoreMigrationPatterns("*:pending")
              .load();
      MigrationInfoService info = flyway.info();
      MigrationInfo current = info.current();
      if (current == null) {
        return new SchemaState(null, info.pending().length, List.of());
      }
      return new SchemaState(
          String.valueOf(current.getVersion()),
          info.pending().length,
          flyway.validateWithResult().invalidMigrations.stream()
              .map(invalid -> invalid.errorDetails.errorMessage)
              .toList());
    } catch (FlywayException e) {
      throw new StoreException("the schema of the database could not be looked at", e);
    }
  }
}

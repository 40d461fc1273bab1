package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.TRUSTED_TIME;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.port.TrustedTime;

/** {@link TrustedTime} on SQLite. */
final class SqliteTrustedTime implements TrustedTime {
  private static final int THE_ONLY_ONE = 1;

  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteTrustedTime(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public Optional<Instant> last() {
    return readers.read(sql ->
        sql.select(TRUSTED_TIME.TRUSTED_AT)
            .from(TRUSTED_TIME)
            .fetchOptional(TRUSTED_TIME.TRUSTED_AT));
  }

  @Override
  public void save(Instant now) {
    int _ =
        writer.write(sql ->
            sql.insertInto(TRUSTED_TIME)
                .set(TRUSTED_TIME.ID, THE_ONLY_ONE)
                .set(TRUSTED_TIME.TRUSTED_AT, now)
                .onDuplicateKeyUpdate()
                .set(TRUSTED_TIME.TRUSTED_AT, now)
                .execute());
  }
}

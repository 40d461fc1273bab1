package posthorn.sqlite;

import java.util.LinkedHashMap;
import java.util.List;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.StoreSpace;

/** {@link StoreSpace} on SQLite. */
final class SqliteStoreSpace implements StoreSpace {
  private static final List<String> KINDS =
      List.of("events", "deliveries", "attempts", "inbound_messages");

  /** Counting goes over an index from one end to the other: some milliseconds for this many. */
  static final long MOST_COUNTED = 100_000;

  private final SqliteReaders readers;
  private final DatabaseFile file;
  private final long mostCounted;

  SqliteStoreSpace(SqliteReaders readers, DatabaseFile file, long mostCounted) {
    this.readers = readers;
    this.file = file;
    this.mostCounted = mostCounted;
  }

  @Override
  public Taken taken() {
    return readers.read(sql -> taken(sql, file, mostCounted));
  }

  @Override
  public long diskBytes() {
    return file.diskBytes();
  }

  @Override
  public long diskFreeBytes() {
    return file.diskFreeBytes();
  }

  static Taken taken(DSLContext sql, DatabaseFile file, long mostCounted) {
    var rows = new LinkedHashMap<String, Rows>();
    for (String table : KINDS) {
      rows.put(table, rowsOf(sql, table, mostCounted));
    }
    return new Taken(
        file.name(),
        file.bytes(),
        number(sql, "PRAGMA freelist_count") * number(sql, "PRAGMA page_size"),
        file.logBytes(),
        file.diskFreeBytes(),
        rows);
  }

  /** Rows are numbered as they are added: from the first to the last there are so many at most. */
  private static Rows rowsOf(DSLContext sql, String table, long mostCounted) {
    // Each by itself is a look at one end of the table, both at once would be a walk through it.
    long last = number(sql, "SELECT ifnull(max(rowid), 0) FROM " + table);
    long first = number(sql, "SELECT ifnull(min(rowid), 1) FROM " + table);
    long most = last - first + 1;
    return most > mostCounted
        ? new Rows(most, false)
        : new Rows(number(sql, "SELECT count(*) FROM " + table), true);
  }

  /** What a query answers that answers one number. */
  static long number(DSLContext sql, String query, Object... parameters) {
    @Nullable Long number = sql.resultQuery(query, parameters).fetch(0, Long.class).getFirst();
    return number == null ? 0 : number;
  }
}

package posthorn.sqlite;

import java.time.Instant;
import java.util.List;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.StoreSpace;

/**
 * What was found when a database was looked at.
 *
 * @param damage what SQLite finds wrong with the file; empty if it is sound
 * @param brokenReferences rows that refer to others that are not there
 * @param taken the room that it takes
 * @param work what is to be done; null where the schema is not that of this version
 */
public record Checkup(
    SchemaState schema,
    List<String> damage,
    int brokenReferences,
    StoreSpace.@Nullable Taken taken,
    @Nullable Work work) {
  private static final int MOST_DAMAGE = 10;
  private static final String SOUND = "ok";

  /**
   * What there is to do, and what was given up.
   *
   * @param secrets how many webhooks and sources have sealed ones
   * @param due deliveries that a worker may take, or has taken: of most, only the server knows
   * @param oldestDueAt since when the first of them is due; null where there is none
   * @param inFlight deliveries that a worker has by what the file says
   * @param expired those of them whose lease is over
   */
  public record Work(
      long secrets,
      long due,
      @Nullable Instant oldestDueAt,
      long inFlight,
      long expired,
      long deadLetters) {
    private static final String WAITING = " FROM deliveries INDEXED BY deliveries_due WHERE due_at";
    private static final String LEASED =
        "SELECT count(*) FROM deliveries INDEXED BY deliveries_leased WHERE lease_expires_at";

    /** Counted along small indexes, that hold just these. */
    static Work of(DSLContext sql, Instant now) {
      long time = now.toEpochMilli();
      long due = number(sql, "SELECT count(*)" + WAITING + " <= ?", time);
      long oldest = number(sql, "SELECT min(due_at)" + WAITING + " IS NOT NULL");
      return new Work(
          number(
              sql,
              """
              SELECT (SELECT count(*) FROM webhooks WHERE removed = 0)
                + (SELECT count(*) FROM sources)
              """),
          due,
          due == 0 ? null : Instant.ofEpochMilli(oldest),
          number(sql, LEASED + " IS NOT NULL"),
          number(sql, LEASED + " < ?", time),
          number(
              sql,
              "SELECT count(*) FROM deliveries INDEXED BY deliveries_dead WHERE status = 'dead'"));
    }

    private static long number(DSLContext sql, String query, Object... parameters) {
      return SqliteStoreSpace.number(sql, query, parameters);
    }
  }

  static Checkup of(DSLContext sql, SchemaState schema, DatabaseFile file, Instant now) {
    List<String> damage =
        sql.fetch("PRAGMA quick_check(" + MOST_DAMAGE + ")").stream()
            .map(row -> row.get(0, String.class))
            .filter(line -> !line.equals(SOUND))
            .toList();
    int broken = sql.fetch("PRAGMA foreign_key_check").size();
    return schema.isCurrent()
        ? new Checkup(
            schema,
            damage,
            broken,
            SqliteStoreSpace.taken(sql, file, SqliteStoreSpace.MOST_COUNTED),
            Work.of(sql, now))
        : new Checkup(schema, damage, broken, null, null);
  }
}

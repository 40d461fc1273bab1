package posthorn.sqlite;

import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.SOURCES;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.util.List;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.TableField;
import org.jooq.UpdatableRecord;

/**
 * Seals with the present key what an earlier one sealed. What is sealed anew stays so, whatever
 * ends this; the next time begins with what is left.
 */
final class StaleSecrets {
  /** Rows looked at in one transaction. */
  private static final int PAGE = 500;

  private final SqliteWriter writer;
  private final SecretRows secrets;

  StaleSecrets(SqliteWriter writer, SecretRows secrets) {
    this.writer = writer;
    this.secrets = secrets;
  }

  /** Of how many webhooks and sources the secrets were sealed anew. */
  int reseal() {
    // What the earlier key sealed is not to stay behind in what the file no longer uses.
    writer.write(sql -> sql.execute("PRAGMA secure_delete = ON"));
    return reseal(WEBHOOKS.ID, WEBHOOKS.REMOVED.eq(0), secrets::reseal)
        + reseal(SOURCES.ID, noCondition(), secrets::reseal);
  }

  private <R extends UpdatableRecord<R>> int reseal(
      TableField<R, String> id, Condition which, Predicate<R> resealed) {
    List<String> all = writer.write(sql -> all(sql, id, which));
    int count = 0;
    for (int start = 0; start < all.size(); start += PAGE) {
      List<String> page = all.subList(start, Math.min(start + PAGE, all.size()));
      count += writer.write(sql -> reseal(sql, id, page, resealed));
    }
    return count;
  }

  private static <R extends UpdatableRecord<R>> List<String> all(
      DSLContext sql, TableField<R, String> id, Condition which) {
    return sql.select(id).from(id.getTable()).where(which).orderBy(id).fetch(id);
  }

  private static <R extends UpdatableRecord<R>> int reseal(
      DSLContext sql, TableField<R, String> id, List<String> page, Predicate<R> resealed) {
    int count = 0;
    for (R row : sql.selectFrom(id.getTable()).where(id.in(page))) {
      if (resealed.test(row)) {
        count += sql.executeUpdate(row);
      }
    }
    return count;
  }
}

package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.util.List;
import org.jooq.DSLContext;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/**
 * Seals with the present key what an earlier one sealed. What is sealed anew stays so, whatever
 * ends this; the next time begins with what is left.
 */
final class StaleSecrets {
  /** Webhooks looked at in one transaction. */
  private static final int PAGE = 500;

  private final SqliteWriter writer;
  private final SecretRows secrets;

  StaleSecrets(SqliteWriter writer, SecretRows secrets) {
    this.writer = writer;
    this.secrets = secrets;
  }

  /** Of how many webhooks the secrets were sealed anew. */
  int reseal() {
    // What the earlier key sealed is not to stay behind in what the file no longer uses.
    writer.write(sql -> sql.execute("PRAGMA secure_delete = ON"));
    List<String> webhooks = writer.write(StaleSecrets::all);
    int resealed = 0;
    for (int start = 0; start < webhooks.size(); start += PAGE) {
      List<String> page = webhooks.subList(start, Math.min(start + PAGE, webhooks.size()));
      resealed += writer.write(sql -> reseal(sql, page));
    }
    return resealed;
  }

  private static List<String> all(DSLContext sql) {
    return sql.select(WEBHOOKS.ID)
        .from(WEBHOOKS)
        .where(WEBHOOKS.REMOVED.eq(0))
        .orderBy(WEBHOOKS.ID)
        .fetch(WEBHOOKS.ID);
  }

  private int reseal(DSLContext sql, List<String> webhooks) {
    int resealed = 0;
    for (WebhooksRecord row : sql.selectFrom(WEBHOOKS).where(WEBHOOKS.ID.in(webhooks))) {
      if (secrets.reseal(row)) {
        resealed += sql.executeUpdate(row);
      }
    }
    return resealed;
  }
}

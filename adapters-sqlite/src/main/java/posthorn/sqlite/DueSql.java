package posthorn.sqlite;

/**
 * The statements that find and take due deliveries. Each walks an index that holds only what waits,
 * or only what is in flight, so its cost does not grow with the backlog or the history.
 */
final class DueSql {
  private static final String KINDS = "json_each('[0,1,2,3,4,5]')";

  /** Parameter: the fronts, as {@link Front#json} has them. */
  private static final String FRONTS =
      """
      WITH fronts (webhook_id, work, due_at, row) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?))
      """;

  /** Of every webhook and kind, the first that waits behind its front, if it has one. */
  static final String WAITING =
      FRONTS
          + """
          SELECT w.tenant_id, w.id, min(coalesce(
              (SELECT d.due_at FROM deliveries d
                WHERE d.webhook_id = w.id AND d.work = k.value AND d.due_at = f.due_at
                  AND d.rowid > f.row LIMIT 1),
              (SELECT min(d.due_at) FROM deliveries d
                WHERE d.webhook_id = w.id AND d.work = k.value
                  AND d.due_at > coalesce(f.due_at, %d)))) AS first_due_at
          FROM webhooks w, %s k
            LEFT JOIN fronts f ON f.webhook_id = w.id AND f.work = k.value
          GROUP BY w.id HAVING first_due_at IS NOT NULL
          """
              .formatted(Long.MIN_VALUE, KINDS);

  /**
   * What is due behind each front, and when more is. Parameters: the fronts; now and how many to
   * count, twice; now. Where nothing waits there is no row.
   */
  static final String SURVEY =
      FRONTS
          + """
          , found (webhook_id, work, due, next_due_at) AS MATERIALIZED (
            SELECT f.webhook_id, f.work,
              (SELECT count(*) FROM (
                SELECT 1 FROM deliveries d
                WHERE d.webhook_id = f.webhook_id AND d.work = f.work AND d.due_at = f.due_at
                  AND d.rowid > f.row AND f.due_at <= ? LIMIT ?))
              + (SELECT count(*) FROM (
                SELECT 1 FROM deliveries d
                WHERE d.webhook_id = f.webhook_id AND d.work = f.work AND d.due_at > f.due_at
                  AND d.due_at <= ? LIMIT ?)),
              (SELECT min(d.due_at) FROM deliveries d
                WHERE d.webhook_id = f.webhook_id AND d.work = f.work AND d.due_at > ?)
            FROM fronts f)
          SELECT * FROM found WHERE due > 0 OR next_due_at IS NOT NULL
          """;

  /** Of one that waits: its row, id and cycle are bound last. */
  private static final String IF_WAITING =
      " WHERE rowid = ? AND id = ? AND cycle = ? AND due_at IS NOT NULL";

  /** Parameters: holder, token, end of the lease; row, id, cycle. */
  static final String LEASE_IF_WAITING =
      """
      UPDATE deliveries
      SET status = 'in_flight', due_at = NULL,
          lease_holder = ?, lease_token = ?, lease_expires_at = ?
      """
          + IF_WAITING;

  /** Parameters: row, id, cycle. */
  static final String PUT_OFF_IF_WAITING =
      """
      UPDATE deliveries
      SET due_at = NULL, deferral_count = deferral_count + 1, deferral_reason = 'ordering',
          waits_for_circuit = NULL
      """
          + IF_WAITING;

  /** Whether one of the lane is in flight, whichever it is. Parameters: webhook, lane. */
  static final String ANY_IN_FLIGHT =
      """
      SELECT 1 FROM deliveries
      WHERE webhook_id = ? AND lane = ? AND lease_expires_at IS NOT NULL LIMIT 1
      """;

  /** Whether an earlier one of the lane is not over. Parameters: webhook, lane, id. */
  static final String ANY_AHEAD =
      """
      SELECT 1 FROM deliveries
      WHERE webhook_id = ? AND lane = ? AND id < ? AND completed_at IS NULL LIMIT 1
      """;

  /** The same, not counting those that have failed and wait. */
  static final String ANY_AHEAD_BUT_FAILED =
      """
      SELECT 1 FROM deliveries
      WHERE webhook_id = ? AND lane = ? AND id < ? AND completed_at IS NULL
        AND status IN ('pending', 'in_flight') LIMIT 1
      """;

  /**
   * The first of a lane that was put off may be taken. Parameters: webhook, lane, the last id that
   * counts.
   */
  static final String LET_PASS =
      """
      UPDATE deliveries SET due_at = scheduled_at
      WHERE rowid = (
        SELECT rowid FROM deliveries
        WHERE webhook_id = ? AND lane = ? AND id <= ? AND completed_at IS NULL
          AND due_at IS NULL AND lease_expires_at IS NULL
        ORDER BY id LIMIT 1)
      """;

  /** Parameters: webhook, now. */
  static final String ANY_WAIT_FOR_CIRCUIT =
      """
      SELECT 1 FROM deliveries
      WHERE webhook_id = ? AND waits_for_circuit = 1 AND due_at > ? LIMIT 1
      """;

  /** Parameters: now, twice; webhook, now, how many. */
  static final String END_CIRCUIT_WAIT =
      """
      UPDATE deliveries SET scheduled_at = ?, due_at = ?, waits_for_circuit = NULL
      WHERE rowid IN (
        SELECT rowid FROM deliveries
        WHERE webhook_id = ? AND waits_for_circuit = 1 AND due_at > ?
        ORDER BY due_at LIMIT ?)
      """;

  private static final String FREE =
      """
      UPDATE deliveries
      SET status = CASE WHEN attempt_count = 0 THEN 'pending' ELSE 'failed' END,
          due_at = scheduled_at, lease_holder = NULL, lease_token = NULL, lease_expires_at = NULL
      """;

  private static final String WHOSE = " RETURNING tenant_id, webhook_id, due_at, lane";

  /** Parameter: now. */
  static final String FREE_EXPIRED = FREE + "WHERE lease_expires_at <= ?" + WHOSE;

  /** Parameter: the holder. */
  static final String FREE_HELD_BY =
      FREE + "WHERE lease_expires_at IS NOT NULL AND lease_holder = ?" + WHOSE;

  private DueSql() {}
}

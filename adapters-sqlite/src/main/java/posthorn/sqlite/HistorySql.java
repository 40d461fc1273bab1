package posthorn.sqlite;

/**
 * The statements that find and remove what is old. They need no index of their own: ids sort by
 * time, and attempts stand in the order they were recorded in. So whoever walks them from the start
 * meets the old ones first, and stops at the first that is too young.
 */
final class HistorySql {
  private static final String ENDED_LONG_AGO =
      """
      (status IN ('delivered', 'cancelled') AND completed_at < ?
        OR status = 'dead' AND completed_at < ?)
      """;

  private static final String HAS_NO_DELIVERY =
      "NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.event_id = events.id)\n";

  /** Parameters: after which id, before which one; ended before, died before; how many. */
  static final String DELIVERIES =
      "SELECT * FROM deliveries WHERE id > ? AND id < ? AND "
          + ENDED_LONG_AGO
          + "ORDER BY id LIMIT ?";

  /** Parameter: the deliveries as a JSON array of ids. */
  static final String ATTEMPTS_OF =
      """
      SELECT * FROM attempts WHERE delivery_id IN (SELECT value FROM json_each(?))
      ORDER BY delivery_id, cycle, number
      """;

  /** Parameters: the deliveries as a JSON array of ids; ended before, died before. */
  static final String REMOVE_DELIVERIES =
      "DELETE FROM deliveries WHERE id IN (SELECT value FROM json_each(?)) AND " + ENDED_LONG_AGO;

  /** Parameters: the webhook, how many. */
  static final String REMOVE_OF_WEBHOOK =
      """
      DELETE FROM deliveries WHERE rowid IN (
        SELECT rowid FROM deliveries WHERE webhook_id = ? LIMIT ?)
      """;

  /** Old or not, each with its delivery. Parameters: after which row; how many. */
  static final String ATTEMPTS =
      """
      SELECT attempts.rowid, attempts.*, deliveries.*
      FROM attempts JOIN deliveries ON deliveries.id = attempts.delivery_id
      WHERE attempts.rowid > ? ORDER BY attempts.rowid LIMIT ?
      """;

  /** Parameters: delivery, cycle, number. */
  static final String REMOVE_ATTEMPT =
      """
      DELETE FROM attempts WHERE delivery_id = ? AND cycle = ? AND number = ?
        AND (SELECT completed_at FROM deliveries WHERE id = delivery_id) IS NOT NULL
      """;

  /** Parameters: after which id, before which one; accepted before; how many. */
  static final String EVENTS =
      "SELECT * FROM events WHERE id > ? AND id < ? AND accepted_at < ? AND "
          + HAS_NO_DELIVERY
          + "ORDER BY id LIMIT ?";

  /** Parameter: the events as a JSON array of ids. */
  static final String REMOVE_EVENTS =
      "DELETE FROM events WHERE id IN (SELECT value FROM json_each(?)) AND " + HAS_NO_DELIVERY;

  /** Old or not. Parameters: after which row; how many. */
  static final String MESSAGES =
      "SELECT rowid, * FROM inbound_messages WHERE rowid > ? ORDER BY rowid LIMIT ?";

  /** Parameters: tenant, id. */
  static final String REMOVE_MESSAGE =
      "DELETE FROM inbound_messages WHERE tenant_id = ? AND id = ?";

  /** Parameters: accepted before; how many. */
  static final String REMOVE_KEYS =
      """
      DELETE FROM idempotency_keys WHERE (tenant_id, idempotency_key) IN (
        SELECT tenant_id, idempotency_key FROM idempotency_keys
        WHERE accepted_at < ? LIMIT ?)
      """;

  private HistorySql() {}
}

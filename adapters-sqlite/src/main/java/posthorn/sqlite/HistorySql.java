package posthorn.sqlite;

/**
 * The statements that find and remove what is old, tenant by tenant: ids sort by time, and attempts
 * stand in the order they were recorded in, so whoever walks a tenant's from the start meets the
 * old ones first, and stops at the first that is too young for that tenant.
 *
 * <p>One walk over all tenants would be bounded by the shortest time that any of them keeps, and
 * meet, each time, all that the others keep for longer: millions of rows every few minutes where
 * one tenant keeps a day and another ninety. Tenant by tenant it meets what it removes, and besides
 * that no more than a place in an index for each tenant. The indexes are those of lists, but for
 * that of attempts.
 *
 * <p>Dead letters are walked by themselves for the same reason: their time may be much shorter than
 * that of all the others, which are many more.
 */
final class HistorySql {
  /** How a tenant is found that has any, after that one; each parameter is a tenant. */
  static final String NEXT_TENANT_OF_DELIVERIES =
      "SELECT min(tenant_id) FROM deliveries WHERE tenant_id > ?";

  static final String NEXT_TENANT_OF_ATTEMPTS =
      "SELECT min(tenant_id) FROM attempts WHERE tenant_id > ?";

  static final String NEXT_TENANT_OF_EVENTS =
      "SELECT min(tenant_id) FROM events WHERE tenant_id > ?";

  static final String NEXT_TENANT_OF_MESSAGES =
      "SELECT min(tenant_id) FROM inbound_messages WHERE tenant_id > ?";

  private static final String HAS_NO_DELIVERY =
      "NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.event_id = events.id)\n";

  /** Parameters: tenant; after which id, before which one; ended before; how many. */
  static final String DELIVERIES =
      """
      SELECT * FROM deliveries INDEXED BY deliveries_by_tenant
      WHERE tenant_id = ? AND id > ? AND id < ?
        AND status IN ('delivered', 'cancelled') AND completed_at < ?
      ORDER BY id LIMIT ?
      """;

  /** The same of dead letters. */
  static final String DEAD_LETTERS =
      """
      SELECT * FROM deliveries INDEXED BY deliveries_in_trouble
      WHERE tenant_id = ? AND status = 'dead' AND id > ? AND id < ? AND completed_at < ?
      ORDER BY id LIMIT ?
      """;

  /** Parameter: the deliveries as a JSON array of ids. */
  static final String ATTEMPTS_OF =
      """
      SELECT * FROM attempts WHERE delivery_id IN (SELECT value FROM json_each(?))
      ORDER BY delivery_id, cycle, number
      """;

  /** Parameters: the deliveries as a JSON array of ids; ended before. */
  static final String REMOVE_DELIVERIES =
      """
      DELETE FROM deliveries WHERE id IN (SELECT value FROM json_each(?))
        AND status IN ('delivered', 'cancelled') AND completed_at < ?
      """;

  /** The same of dead letters. */
  static final String REMOVE_DEAD_LETTERS =
      """
      DELETE FROM deliveries WHERE id IN (SELECT value FROM json_each(?))
        AND status = 'dead' AND completed_at < ?
      """;

  /** Parameters: the webhook, how many. */
  static final String REMOVE_OF_WEBHOOK =
      """
      DELETE FROM deliveries WHERE rowid IN (
        SELECT rowid FROM deliveries WHERE webhook_id = ? ORDER BY id LIMIT ?)
      """;

  /** How many attempts go with them. Parameters: the webhook, how many. */
  static final String COUNT_ATTEMPTS_OF_WEBHOOK =
      """
      SELECT count(*) FROM attempts WHERE delivery_id IN (
        SELECT id FROM deliveries WHERE webhook_id = ? ORDER BY id LIMIT ?)
      """;

  /**
   * How many attempts those have that are there. Parameter: the deliveries as a JSON array of ids.
   */
  static final String COUNT_ATTEMPTS =
      "SELECT count(*) FROM attempts WHERE delivery_id IN (SELECT value FROM json_each(?))";

  /** Old or not, each with its delivery. Parameters: tenant; after which row; how many. */
  static final String ATTEMPTS =
      """
      SELECT attempts.rowid, attempts.*, deliveries.*
      FROM attempts INDEXED BY attempts_by_tenant
      CROSS JOIN deliveries ON deliveries.id = attempts.delivery_id
      WHERE attempts.tenant_id = ? AND attempts.rowid > ? ORDER BY attempts.rowid LIMIT ?
      """;

  /** Parameters: delivery, cycle, number. */
  static final String REMOVE_ATTEMPT =
      """
      DELETE FROM attempts WHERE delivery_id = ? AND cycle = ? AND number = ?
        AND (SELECT completed_at FROM deliveries WHERE id = delivery_id) IS NOT NULL
      """;

  /** Parameters: tenant; after which id, before which one; accepted before; how many. */
  static final String EVENTS =
      "SELECT * FROM events INDEXED BY events_by_tenant"
          + " WHERE tenant_id = ? AND id > ? AND id < ? AND accepted_at < ? AND "
          + HAS_NO_DELIVERY
          + "ORDER BY id LIMIT ?";

  /** Parameter: the events as a JSON array of ids. */
  static final String REMOVE_EVENTS =
      "DELETE FROM events WHERE id IN (SELECT value FROM json_each(?)) AND "
          + HAS_NO_DELIVERY
          + "RETURNING tenant_id, length(data)";

  /** Parameters: tenant; after which id, before which one; received before; how many. */
  static final String MESSAGES =
      """
      SELECT * FROM inbound_messages
      WHERE tenant_id = ? AND id > ? AND id < ? AND received_at < ? ORDER BY id LIMIT ?
      """;

  /** Parameters: tenant, id. */
  static final String REMOVE_MESSAGE =
      "DELETE FROM inbound_messages WHERE tenant_id = ? AND id = ?";

  /** Parameters: after which id, before which one; made before; how many. */
  static final String CHANGES =
      "SELECT * FROM audit WHERE id > ? AND id < ? AND happened_at < ? ORDER BY id LIMIT ?";

  /** Parameter: the entries as a JSON array of ids. */
  static final String REMOVE_CHANGES =
      "DELETE FROM audit WHERE id IN (SELECT value FROM json_each(?))";

  /** Parameters: accepted before; how many. */
  static final String REMOVE_KEYS =
      """
      DELETE FROM idempotency_keys WHERE (tenant_id, idempotency_key) IN (
        SELECT tenant_id, idempotency_key FROM idempotency_keys
        WHERE accepted_at < ? LIMIT ?)
      """;

  private HistorySql() {}
}

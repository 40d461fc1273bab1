package posthorn.sqlite;

/**
 * The statements that look for what alerts are about. Each walks an index, a few rows of each
 * webhook or no more rows than it was asked to count.
 */
final class AlertSql {
  /** Parameters: from, to. */
  static final String ACTIVITY =
      """
      SELECT s.webhook_id, sum(s.succeeded), sum(s.failed), sum(s.failed_dns),
        min(CASE WHEN s.failed > 0 THEN s.minute_at END),
        max(s.last_failure_at), max(s.last_success_at)
      FROM webhooks w CROSS JOIN delivery_stats s
      WHERE s.webhook_id = w.id AND s.minute_at >= ? AND s.minute_at < ? AND w.removed = 0
      GROUP BY s.webhook_id
      """;

  /** Parameters: from, to. */
  static final String DEAD =
      """
      SELECT webhook_id, sum(dead) FROM delivery_stats INDEXED BY delivery_stats_dead
      WHERE dead > 0 AND minute_at >= ? AND minute_at < ? GROUP BY webhook_id
      """;

  static final String NOT_CLOSED =
      "SELECT webhook_id FROM circuits INDEXED BY circuits_not_closed WHERE phase <> 'closed'";

  /** Parameters: tenant, how many at most. */
  static final String DEAD_LETTERS =
      """
      SELECT count(*) FROM (
        SELECT 1 FROM deliveries INDEXED BY deliveries_in_trouble
        WHERE tenant_id = ? AND status = 'dead' LIMIT ?)
      """;

  /** Parameters: now, how many at most. */
  static final String WAITING =
      """
      SELECT count(*) FROM (
        SELECT 1 FROM webhooks w CROSS JOIN json_each('[0,1,2,3,4,5]') k CROSS JOIN deliveries d
        WHERE d.webhook_id = w.id AND d.work = k.value AND d.due_at <= ? LIMIT ?)
      """;

  private AlertSql() {}
}

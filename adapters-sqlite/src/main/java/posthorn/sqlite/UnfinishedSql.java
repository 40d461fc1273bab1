package posthorn.sqlite;

/**
 * Counts the deliveries of a webhook that are not over. There is no index of just those, but there
 * are three that have each of them: so it costs what they are, not what the webhook ever had.
 */
final class UnfinishedSql {
  /** Those that can be taken, those of lanes that cannot, and those of no lane that are taken. */
  static final String COUNT =
      """
      SELECT
        (SELECT count(*) FROM deliveries INDEXED BY deliveries_due
          WHERE webhook_id = ? AND due_at IS NOT NULL)
        + (SELECT count(*) FROM deliveries INDEXED BY deliveries_lane
          WHERE webhook_id = ? AND lane IS NOT NULL AND completed_at IS NULL AND due_at IS NULL)
        + (SELECT count(*) FROM deliveries INDEXED BY deliveries_leased
          WHERE webhook_id = ? AND lease_expires_at IS NOT NULL AND lane IS NULL)
      """;

  private UnfinishedSql() {}
}

package posthorn.sqlite;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.Progress;

/** Writes what became of leased deliveries, many at a time. */
final class Settlements implements Batch<Settlements.Command, Settlement> {
  /**
   * {@link DeliveryRows#UPDATE_IF_LEASED} in fewer words, for what becomes of most. Parameters: the
   * kind of work, attempts, the most there may be, the last one, the end.
   */
  private static final String DELIVERED =
      """
      UPDATE deliveries
      SET work = ?, attempt_count = ?, max_attempts = ?, last_attempted_at = ?, completed_at = ?,
          status = 'delivered', scheduled_at = NULL, due_at = NULL,
          lease_holder = NULL, lease_token = NULL, lease_expires_at = NULL,
          failure_category = NULL, failure_message = NULL, failure_http_status = NULL,
          failure_sample = NULL, waits_for_circuit = NULL
      """;

  /** Parameters: as above, and last the id and the token of its lease. */
  static final String DELIVERED_IF_LEASED = DELIVERED + "WHERE id = ? AND lease_token = ?";

  /**
   * The same of one that {@link Holds} has: where its row is need not be looked for. With the row's
   * number alone, it might be another by now. Parameters: as above, and last the row and the id.
   */
  static final String DELIVERED_IF_HELD =
      DELIVERED + "WHERE rowid = ? AND id = ? AND lease_token IS NULL";

  private final Lanes lanes;

  Settlements(Lanes lanes) {
    this.lanes = lanes;
  }

  /**
   * What became of one.
   *
   * @param attempt null where none was made
   */
  record Command(Delivery delivery, AttemptRows.@Nullable Written attempt, Having having) {}

  /** How somebody has a delivery. */
  sealed interface Having {
    /** By a lease that is in its row. */
    record Leased(String token) implements Having {}

    /** By {@link Holds}, who know its row. */
    record Held(long row) implements Having {}
  }

  @Override
  public List<Settlement> run(WriterSession session, List<Command> commands) throws SQLException {
    var settlements = new ArrayList<Settlement>(commands.size());
    var tallies = new CommitTallies();
    var deaths = new CommitDeaths();
    for (Command command : commands) {
      Settlement settlement = settle(session, command);
      if (settlement == Settlement.RECORDED) {
        AttemptRows.Written written = command.attempt();
        tallies.add(command.delivery(), written == null ? null : written.attempt());
        deaths.add(command.delivery());
      }
      settlements.add(settlement);
    }
    tallies.write(session);
    deaths.write(session);
    return settlements;
  }

  private Settlement settle(WriterSession session, Command command) throws SQLException {
    Delivery delivery = command.delivery();
    if (!updateIfHad(session, delivery, command.having())) {
      return Settlement.LEASE_LOST;
    }
    AttemptRows.Written attempt = command.attempt();
    if (attempt != null) {
      AttemptRows.insert(session, attempt, delivery.tenant());
    }
    lanes.landed(session, delivery);
    return Settlement.RECORDED;
  }

  /** Writes how far one has come that somebody has; false if they have it no more. */
  private static boolean updateIfHad(WriterSession session, Delivery delivery, Having having)
      throws SQLException {
    Prepared update = update(session, delivery, having);
    boolean isTheirs = update.run() > 0;
    if (isTheirs) {
      session.written(delivery);
    }
    return isTheirs;
  }

  private static Prepared update(WriterSession session, Delivery delivery, Having having)
      throws SQLException {
    String id = delivery.id().value();
    boolean delivered = delivery.state() instanceof Delivered;
    return switch (having) {
      case Having.Held(long row) when delivered ->
          bindDelivered(session.prepared(DELIVERED_IF_HELD), delivery).number(row).text(id);
      case Having.Leased(String token) when delivered ->
          bindDelivered(session.prepared(DELIVERED_IF_LEASED), delivery).text(id).text(token);
      case Having.Held _ -> bindAny(session, delivery).text(id).text(null);
      case Having.Leased(String token) -> bindAny(session, delivery).text(id).text(token);
    };
  }

  private static Prepared bindDelivered(Prepared update, Delivery delivery) throws SQLException {
    Progress progress = delivery.progress();
    return update
        .number(WorkNumber.of(delivery.work()))
        .number(progress.attemptCount())
        .number(progress.maxAttempts())
        .time(progress.lastAttemptedAt())
        .time(progress.state().endedAt());
  }

  private static Prepared bindAny(WriterSession session, Delivery delivery) throws SQLException {
    Prepared update = session.prepared(DeliveryRows.UPDATE_IF_LEASED);
    DeliveryRows.bindProgress(update, delivery);
    return update;
  }
}

package posthorn.sqlite;

import java.sql.SQLException;
import java.time.Instant;
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
   * kind of work, attempts, the most there may be, the last one, the end; id and token as there.
   */
  static final String DELIVERED_IF_LEASED =
      """
      UPDATE deliveries
      SET work = ?, attempt_count = ?, max_attempts = ?, last_attempted_at = ?, completed_at = ?,
          status = 'delivered', scheduled_at = NULL, due_at = NULL,
          lease_holder = NULL, lease_token = NULL, lease_expires_at = NULL,
          failure_category = NULL, failure_message = NULL, failure_http_status = NULL,
          failure_sample = NULL
      WHERE id = ? AND lease_token IS ?
      """;

  private final Lanes lanes;

  Settlements(Lanes lanes) {
    this.lanes = lanes;
  }

  /**
   * What became of one.
   *
   * @param attempt null where none was made
   * @param token of its lease; null where {@link Holds} has that
   */
  record Command(
      Delivery delivery, AttemptRows.@Nullable Written attempt, @Nullable String token) {}

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
    if (!updateIfLeased(session, delivery, command.token())) {
      return Settlement.LEASE_LOST;
    }
    AttemptRows.Written attempt = command.attempt();
    if (attempt != null) {
      Prepared insert = session.prepared(AttemptRows.INSERT);
      AttemptRows.bind(insert, attempt, delivery.tenant());
      insert.run();
    }
    lanes.landed(session, delivery);
    return Settlement.RECORDED;
  }

  /** Writes how far one has come that somebody has; false if they have it no more. */
  private static boolean updateIfLeased(
      WriterSession session, Delivery delivery, @Nullable String token) throws SQLException {
    Prepared update = leasedUpdate(session, delivery);
    boolean isLeased = update.text(delivery.id().value()).text(token).run() > 0;
    if (isLeased) {
      session.written(delivery);
    }
    return isLeased;
  }

  private static Prepared leasedUpdate(WriterSession session, Delivery delivery)
      throws SQLException {
    Progress progress = delivery.progress();
    if (progress.state() instanceof Delivered(Instant at)) {
      return session
          .prepared(DELIVERED_IF_LEASED)
          .number(WorkNumber.of(delivery.work()))
          .number(progress.attemptCount())
          .number(progress.maxAttempts())
          .time(progress.lastAttemptedAt())
          .time(at);
    }
    Prepared update = session.prepared(DeliveryRows.UPDATE_IF_LEASED);
    DeliveryRows.bindProgress(update, delivery);
    return update;
  }
}

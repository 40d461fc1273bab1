package posthorn.sqlite;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.domain.delivery.Delivery;

/** Writes what became of leased deliveries, many at a time. */
final class Settlements implements Batch<Settlements.Command, Settlement> {
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
    if (!DeliveryRows.updateIfLeased(session, delivery, command.token())) {
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
}

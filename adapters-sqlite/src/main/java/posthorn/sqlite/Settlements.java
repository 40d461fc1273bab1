package posthorn.sqlite;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;

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
   */
  record Command(Delivery delivery, @Nullable Attempt attempt, Lease lease) {}

  @Override
  public List<Settlement> run(WriterSession session, List<Command> commands) throws SQLException {
    Prepared update = session.prepared(DeliveryRows.UPDATE_IF_LEASED);
    for (Command command : commands) {
      DeliveryRows.bindProgress(update, command.delivery());
      update.text(command.delivery().id().value()).text(command.lease().token()).add();
    }
    int[] updated = update.runAdded();
    Prepared insert = session.prepared(AttemptRows.INSERT);
    var settlements = new ArrayList<Settlement>(commands.size());
    for (int i = 0; i < updated.length; i++) {
      if (updated[i] == 0) {
        settlements.add(Settlement.LEASE_LOST);
        continue;
      }
      settlements.add(Settlement.RECORDED);
      Attempt attempt = commands.get(i).attempt();
      if (attempt != null) {
        AttemptRows.bind(insert, attempt);
        insert.add();
      }
      lanes.landed(session, commands.get(i).delivery());
    }
    insert.runAdded();
    return settlements;
  }
}

package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;

/** Calls deliveries off that wait. */
final class Cancellations implements Batch<Cancellations.Command, Optional<Delivery>> {
  private final Lanes lanes;

  Cancellations(Lanes lanes) {
    this.lanes = lanes;
  }

  record Command(TenantId tenant, DeliveryId id, CancelReason reason, Instant now) {}

  @Override
  public List<Optional<Delivery>> run(WriterSession session, List<Command> commands)
      throws SQLException {
    var cancelled = new ArrayList<Optional<Delivery>>(commands.size());
    for (Command command : commands) {
      cancelled.add(cancel(session, command));
    }
    return cancelled;
  }

  /** Nobody else writes between the reading and the writing: both are in the writer's turn. */
  private Optional<Delivery> cancel(WriterSession session, Command command) throws SQLException {
    Optional<Delivery> found =
        session
            .sql()
            .selectFrom(DELIVERIES)
            .where(DELIVERIES.ID.eq(command.id().value()))
            .and(DELIVERIES.TENANT_ID.eq(command.tenant().value()))
            .fetchOptional(row -> DeliveryRows.deliveryOf(row::get))
            .filter(Delivery::canCancel)
            .map(delivery -> delivery.cancelled(command.reason(), command.now()));
    if (found.isEmpty()) {
      return found;
    }
    Delivery delivery = found.get();
    Prepared update = session.prepared(DeliveryRows.UPDATE_IF_WAITING);
    DeliveryRows.bindProgress(update, delivery);
    if (update.text(delivery.id().value()).run() == 0) {
      return Optional.empty();
    }
    lanes.landed(session, delivery);
    return found;
  }
}

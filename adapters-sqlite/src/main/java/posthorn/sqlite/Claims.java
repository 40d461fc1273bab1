package posthorn.sqlite;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;
import posthorn.domain.ordering.Lane;

/**
 * Takes due deliveries of lanes, under a lease in the file: those of the candidates that still are
 * as they were read, and that nobody of their lane holds up. All others {@link Holds} has.
 */
final class Claims implements Batch<Claims.Command, List<Candidate>> {
  private final Lanes lanes;

  Claims(Lanes lanes) {
    this.lanes = lanes;
  }

  record Command(List<Candidate> candidates, Lease lease) {}

  @Override
  public List<List<Candidate>> run(WriterSession session, List<Command> commands)
      throws SQLException {
    var taken = new ArrayList<List<Candidate>>();
    for (Command command : commands) {
      taken.add(take(session, command));
    }
    return taken;
  }

  private List<Candidate> take(WriterSession session, Command command) throws SQLException {
    var taken = new ArrayList<Candidate>(command.candidates().size());
    for (Candidate candidate : command.candidates()) {
      // One after another: who was just taken holds up those behind it.
      if (!mayLeave(session, candidate.delivery())) {
        runIfWaiting(session.prepared(DueSql.PUT_OFF_IF_WAITING), candidate);
      } else if (leaseIfWaiting(session, command.lease(), candidate)) {
        taken.add(candidate);
      }
    }
    return taken;
  }

  private boolean mayLeave(WriterSession session, Delivery delivery) throws SQLException {
    Lane lane = requireNonNull(delivery.lane());
    return lanes.mayLeave(session, delivery.webhook(), lane.value(), delivery.id().value());
  }

  private static boolean leaseIfWaiting(WriterSession session, Lease lease, Candidate candidate)
      throws SQLException {
    Prepared update =
        session
            .prepared(DueSql.LEASE_IF_WAITING)
            .text(lease.holder())
            .text(lease.token())
            .time(lease.expiresAt());
    return runIfWaiting(update, candidate);
  }

  /**
   * Whether it was still as it was read: with the row's number alone, it might be another by now.
   */
  private static boolean runIfWaiting(Prepared update, Candidate candidate) throws SQLException {
    Delivery delivery = candidate.delivery();
    return update
            .number(candidate.row())
            .text(delivery.id().value())
            .number(delivery.progress().cycle())
            .run()
        > 0;
  }
}

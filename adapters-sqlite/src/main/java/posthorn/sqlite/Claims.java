package posthorn.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.domain.delivery.Lease;

/** Takes due deliveries under a lease; the rows it took. */
final class Claims implements Batch<Claims.Command, List<Long>> {
  private final Lanes lanes;

  Claims(Lanes lanes) {
    this.lanes = lanes;
  }

  record Command(List<Share> shares, Lease lease, Instant now) {}

  private record Candidate(long row, String id, @Nullable String lane) {}

  @Override
  public List<List<Long>> run(WriterSession session, List<Command> commands) throws SQLException {
    var taken = new ArrayList<List<Long>>();
    for (Command command : commands) {
      var rows = new ArrayList<Long>();
      for (Share share : command.shares()) {
        take(session, share, command, rows);
      }
      taken.add(rows);
    }
    return taken;
  }

  private void take(WriterSession session, Share share, Command command, List<Long> taken)
      throws SQLException {
    for (Candidate candidate : candidates(session, share, command.now())) {
      // One after another: who was just taken holds up those behind it.
      if (candidate.lane() == null
          || lanes.mayLeave(session, share.webhook(), candidate.lane(), candidate.id())) {
        lease(session, command.lease(), candidate.row());
        taken.add(candidate.row());
      } else {
        session.prepared(DueSql.PUT_OFF).number(candidate.row()).run();
      }
    }
  }

  private static void lease(WriterSession session, Lease lease, long row) throws SQLException {
    session
        .prepared(DueSql.LEASE)
        .text(lease.holder())
        .text(lease.token())
        .time(lease.expiresAt())
        .number(row)
        .run();
  }

  private static List<Candidate> candidates(WriterSession session, Share share, Instant now)
      throws SQLException {
    Prepared select =
        session
            .prepared(DueSql.CANDIDATES)
            .text(share.webhook().value())
            .number(WorkNumber.of(share.work()))
            .time(now)
            .number(share.count());
    var candidates = new ArrayList<Candidate>(share.count());
    try (ResultSet rows = select.query()) {
      while (rows.next()) {
        candidates.add(new Candidate(rows.getLong(1), rows.getString(2), rows.getString(3)));
      }
    }
    return candidates;
  }
}

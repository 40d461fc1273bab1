package posthorn.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** Frees leased deliveries, by one of the statements for that; whose they are. */
final class FreedLeases implements Batch<FreedLeases.Command, List<Waiting>> {
  private final Lanes lanes;

  FreedLeases(Lanes lanes) {
    this.lanes = lanes;
  }

  /** Those whose leases have expired, or those of a holder. */
  sealed interface Command {
    record Expired(Instant now) implements Command {}

    record HeldBy(String holder) implements Command {}
  }

  private record Freed(Waiting waiting, @Nullable String lane) {}

  @Override
  public List<List<Waiting>> run(WriterSession session, List<Command> commands)
      throws SQLException {
    var results = new ArrayList<List<Waiting>>();
    for (Command command : commands) {
      List<Freed> freed = free(session, command);
      for (Freed each : freed) {
        if (each.lane() != null) {
          lanes.letPass(session, each.waiting().webhook(), each.lane());
        }
      }
      results.add(freed.stream().map(Freed::waiting).toList());
    }
    return results;
  }

  private static List<Freed> free(WriterSession session, Command command) throws SQLException {
    Prepared statement =
        switch (command) {
          case Command.Expired(Instant now) -> session.prepared(DueSql.FREE_EXPIRED).time(now);
          case Command.HeldBy(String holder) -> session.prepared(DueSql.FREE_HELD_BY).text(holder);
        };
    var freed = new ArrayList<Freed>();
    try (ResultSet rows = statement.query()) {
      while (rows.next()) {
        var waiting =
            new Waiting(
                new TenantId(rows.getString(1)),
                new WebhookId(rows.getString(2)),
                Instant.ofEpochMilli(rows.getLong(3)));
        freed.add(new Freed(waiting, rows.getString(4)));
        session.someWait(waiting.webhook());
      }
    }
    return freed;
  }
}

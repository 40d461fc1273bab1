package posthorn.sqlite;

import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import posthorn.domain.alert.OwnerDigest.Kind;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState;

/** The deliveries that one commit gives up, for whoever has to be told of them. */
final class CommitDeaths {
  /** Parameters: webhook, reason, how many, the first, the last. */
  static final String ADD =
      """
      INSERT INTO untold_deaths (webhook_id, dead_reason, deaths, first_at, last_at)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (webhook_id, dead_reason) DO UPDATE SET
        deaths = deaths + excluded.deaths,
        first_at = min(first_at, excluded.first_at),
        last_at = max(last_at, excluded.last_at)
      """;

  private static final class Count {
    long deaths;
    Instant first = Instant.MAX;
    Instant last = Instant.MIN;

    void add(Instant at) {
      deaths++;
      first = at.isBefore(first) ? at : first;
      last = at.isAfter(last) ? at : last;
    }
  }

  private final Map<Kind, Count> byKind = new HashMap<>();

  void add(Delivery settled) {
    if (settled.state() instanceof DeliveryState.Dead(Instant at, var reason)) {
      byKind.computeIfAbsent(new Kind(settled.webhook(), reason), _ -> new Count()).add(at);
    }
  }

  void write(WriterSession session) throws SQLException {
    for (Map.Entry<Kind, Count> entry : byKind.entrySet()) {
      session
          .prepared(ADD)
          .text(entry.getKey().webhook().value())
          .text(entry.getKey().reason().wireName())
          .number(entry.getValue().deaths)
          .time(entry.getValue().first)
          .time(entry.getValue().last)
          .run();
    }
  }
}

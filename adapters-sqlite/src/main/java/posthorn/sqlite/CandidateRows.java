package posthorn.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Field;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;

/** Reads due deliveries with their events, past jOOQ: it is done for every delivery. */
final class CandidateRows {
  private static final List<Field<?>> COLUMNS =
      Stream.of(DeliveryRows.COLUMNS, EventRows.BESIDE_DELIVERY)
          .<Field<?>>flatMap(List::stream)
          .toList();

  /** Parameters: webhook, kind, now, how many. The events are looked up, never walked. */
  static final String SELECT =
      """
      SELECT %s, deliveries.rowid
      FROM deliveries CROSS JOIN events ON events.id = deliveries.event_id
      WHERE deliveries.webhook_id = ? AND deliveries.work = ? AND deliveries.due_at <= ?
      ORDER BY deliveries.due_at, deliveries.rowid LIMIT ?
      """
          .formatted(
              COLUMNS.stream()
                  .map(column -> String.join(".", column.getQualifiedName().getName()))
                  .collect(Collectors.joining(", ")));

  private static final int ROW = COLUMNS.size() + 1;

  private CandidateRows() {}

  /** Of each share the longest due, up to {@link DueDeliveries#MOST_BYTES} in all. */
  static List<Candidate> read(Connection connection, List<Share> shares, Instant now)
      throws SQLException {
    var candidates = new ArrayList<Candidate>();
    long bytes = 0;
    try (PreparedStatement select = connection.prepareStatement(SELECT)) {
      for (Share share : shares) {
        if (bytes < DueDeliveries.MOST_BYTES) {
          bytes += read(select, share, now, DueDeliveries.MOST_BYTES - bytes, candidates);
        }
      }
    }
    return candidates;
  }

  /** How many bytes their events have, which may be more than the limit by the last of them. */
  private static long read(
      PreparedStatement select, Share share, Instant now, long limit, List<Candidate> candidates)
      throws SQLException {
    select.setString(1, share.webhook().value());
    select.setInt(2, WorkNumber.of(share.work()));
    select.setLong(3, now.toEpochMilli());
    select.setInt(4, share.count());
    long bytes = 0;
    try (ResultSet rows = select.executeQuery()) {
      var row = new ResultRow(rows, COLUMNS);
      while (bytes < limit && rows.next()) {
        Delivery delivery = DeliveryRows.deliveryOf(row);
        Event event = EventRows.eventOf(row, delivery);
        candidates.add(new Candidate(rows.getLong(ROW), delivery, event));
        bytes += event.data().length();
      }
    }
    return bytes;
  }
}

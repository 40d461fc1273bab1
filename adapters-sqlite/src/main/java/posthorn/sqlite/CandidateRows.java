package posthorn.sqlite;

import static java.util.stream.Collectors.joining;
import static posthorn.sqlite.schema.Tables.DELIVERIES;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.Field;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/**
 * Reads due deliveries with their events, past jOOQ and no more of them than is needed: it is done
 * for every delivery, and to ask for a column costs more than SQLite's finding it.
 */
final class CandidateRows {
  /** What all of them have, besides what is known of whoever was asked for. */
  private static final List<Field<?>> USUAL =
      List.of(
          DELIVERIES.ID,
          DELIVERIES.EVENT_ID,
          DELIVERIES.EVENT_TYPE,
          DELIVERIES.CREATED_AT,
          DELIVERIES.STATUS,
          DELIVERIES.CYCLE,
          DELIVERIES.CYCLE_STARTED_AT,
          DELIVERIES.ATTEMPT_COUNT,
          DELIVERIES.MAX_ATTEMPTS,
          DELIVERIES.DEFERRAL_COUNT,
          DELIVERIES.SCHEDULED_AT,
          EVENTS.HAPPENED_AT,
          EVENTS.ACCEPTED_AT,
          EVENTS.PRIORITY,
          // Null of many, but of all that waited for it it is not.
          EVENTS.DELIVER_AT,
          EVENTS.DATA);

  /** What few of them have. */
  private static final List<Field<?>> RARE =
      List.of(
          DELIVERIES.SESSION_ID,
          DELIVERIES.REPLAY_OF,
          DELIVERIES.LANE,
          DELIVERIES.LAST_ATTEMPTED_AT,
          DELIVERIES.FAILURE_CATEGORY,
          DELIVERIES.FAILURE_MESSAGE,
          DELIVERIES.FAILURE_HTTP_STATUS,
          DELIVERIES.FAILURE_SAMPLE,
          DELIVERIES.DEFERRAL_REASON,
          DELIVERIES.CIRCUIT_OPEN_COUNT,
          DELIVERIES.WAITS_FOR_CIRCUIT,
          EVENTS.IDEMPOTENCY_KEY,
          EVENTS.SOURCE,
          EVENTS.ORDERING_KEY,
          EVENTS.HOPS);

  /** The events are looked up, never walked. */
  private static final String SELECT =
      """
      SELECT %s, coalesce(%s) IS NOT NULL, %<s, deliveries.rowid
      FROM deliveries CROSS JOIN events ON events.id = deliveries.event_id
      WHERE deliveries.webhook_id = ? AND deliveries.work = ?
      """
          .formatted(named(USUAL), named(RARE));

  /** Parameters: webhook, kind; due then, and behind that row; how many. */
  static final String SELECT_AT =
      SELECT
          + """
          AND deliveries.due_at = ? AND deliveries.rowid > ?
          ORDER BY deliveries.rowid LIMIT ?
          """;

  /** Parameters: webhook, kind; due after that, and up to then; how many. */
  static final String SELECT_AFTER =
      SELECT
          + """
          AND deliveries.due_at > ? AND deliveries.due_at <= ?
          ORDER BY deliveries.due_at, deliveries.rowid LIMIT ?
          """;

  private static final int ROW = USUAL.size() + 1 + RARE.size() + 1;

  private CandidateRows() {}

  private static String named(List<Field<?>> columns) {
    return columns.stream()
        .map(column -> String.join(".", column.getQualifiedName().getName()))
        .collect(joining(", "));
  }

  /** From where on to read a kind of a webhook's work. */
  interface Start {
    Position of(WebhookId webhook, Work work);
  }

  /** Of each share the longest due, up to {@link DueDeliveries#MOST_BYTES} in all. */
  static List<Candidate> read(
      Connection connection, Webhooks webhooks, List<Share> shares, Start start, Instant now)
      throws SQLException {
    var candidates = new Candidates();
    try (PreparedStatement at = connection.prepareStatement(SELECT_AT);
        PreparedStatement after = connection.prepareStatement(SELECT_AFTER)) {
      for (Share share : shares) {
        Optional<Webhook> webhook = webhooks.find(share.webhook());
        Position from = start.of(share.webhook(), share.work());
        if (webhook.isPresent() && from.dueAt() <= now.toEpochMilli()) {
          int full = candidates.size() + share.count();
          bind(at, share, from.dueAt(), from.row(), share.count());
          candidates.readFrom(at, share, webhook.get());
          if (candidates.size() < full) {
            bind(after, share, from.dueAt(), now.toEpochMilli(), full - candidates.size());
            candidates.readFrom(after, share, webhook.get());
          }
        }
      }
    }
    return candidates.read;
  }

  private static void bind(PreparedStatement select, Share share, long one, long other, int limit)
      throws SQLException {
    select.setString(1, share.webhook().value());
    select.setInt(2, WorkNumber.of(share.work()));
    select.setLong(3, one);
    select.setLong(4, other);
    select.setInt(5, limit);
  }

  /** Those that were read. */
  private static final class Candidates {
    final List<Candidate> read = new ArrayList<>();
    private long bytes;

    int size() {
      return read.size();
    }

    void readFrom(PreparedStatement select, Share share, Webhook webhook) throws SQLException {
      if (bytes >= DueDeliveries.MOST_BYTES) {
        return;
      }
      Map<Field<?>, Object> known =
          Map.of(
              DELIVERIES.WEBHOOK_ID, webhook.id().value(),
              DELIVERIES.TENANT_ID, webhook.tenant().value(),
              DELIVERIES.WORK, WorkNumber.of(share.work()));
      try (ResultSet rows = select.executeQuery()) {
        var row = new ResultRow(rows, USUAL, RARE, known);
        while (bytes < DueDeliveries.MOST_BYTES && row.next()) {
          Delivery delivery = DeliveryRows.deliveryOf(row);
          Event event = EventRows.eventOf(row, delivery);
          read.add(new Candidate(rows.getLong(ROW), webhook, delivery, event));
          bytes += event.data().length();
        }
      }
    }
  }
}

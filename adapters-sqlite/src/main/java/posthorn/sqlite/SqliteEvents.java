package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.EVENTS;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.sqlite.SqliteWriter.Weight;

/** {@link Events} on SQLite. Whatever was published at about the same time shares a commit. */
final class SqliteEvents implements Events {
  /** What an event costs in memory besides its data, roughly. */
  static final long OVERHEAD_BYTES = 1_000;

  /** What each of its deliveries costs there. */
  private static final long DELIVERY_BYTES = 500;

  static final String FIND_KEY =
      "SELECT event_id FROM idempotency_keys"
          + " WHERE tenant_id = ? AND idempotency_key = ? AND accepted_at >= ?";

  /** One that is there was seen too long ago to count. */
  private static final String REMEMBER_KEY =
      "INSERT OR REPLACE INTO idempotency_keys"
          + " (tenant_id, idempotency_key, event_id, accepted_at) VALUES (?, ?, ?, ?)";

  private static final String INSERT =
      Jooq.insert(
          EVENTS,
          List.of(
              EVENTS.ID,
              EVENTS.TENANT_ID,
              EVENTS.TYPE,
              EVENTS.HAPPENED_AT,
              EVENTS.ACCEPTED_AT,
              EVENTS.IDEMPOTENCY_KEY,
              EVENTS.SOURCE,
              EVENTS.SESSION_ID,
              EVENTS.PRIORITY,
              EVENTS.ORDERING_KEY,
              EVENTS.DELIVER_AT,
              EVENTS.HOPS,
              EVENTS.SEQUENCE_NUMBER,
              EVENTS.DATA));

  private static final Batch<Command, List<Acceptance>> ACCEPT =
      Batch.each(SqliteEvents::acceptAll);

  private final SqliteWriter writer;

  SqliteEvents(SqliteWriter writer) {
    this.writer = writer;
  }

  private record Command(List<Publication> publications, Instant keysSince) {
    Weight weight() {
      long bytes = 0;
      int deliveries = 0;
      for (Publication publication : publications) {
        bytes += OVERHEAD_BYTES + publication.event().data().length();
        deliveries += publication.deliveries().size();
      }
      return new Weight(bytes + deliveries * DELIVERY_BYTES, deliveries);
    }
  }

  @Override
  public List<Acceptance> accept(List<Publication> publications, Instant keysSince) {
    var command = new Command(publications, keysSince);
    return writer.writeNew(ACCEPT, command, command.weight());
  }

  private static List<Acceptance> acceptAll(WriterSession session, Command command)
      throws SQLException {
    var acceptances = new ArrayList<Acceptance>(command.publications().size());
    for (Publication publication : command.publications()) {
      acceptances.add(accept(session, publication, command.keysSince()));
    }
    return acceptances;
  }

  private static Acceptance accept(
      WriterSession session, Publication publication, Instant keysSince) throws SQLException {
    Event event = publication.event();
    String key = event.idempotencyKey();
    if (key != null) {
      Optional<EventId> first = firstWithKey(session, event, key, keysSince);
      if (first.isPresent()) {
        return new Acceptance.SeenBefore(first.get());
      }
      rememberKey(session, event, key);
    }
    return new Acceptance.Accepted(write(session, publication));
  }

  /** What the deliveries of an event weigh; nothing where there is none. */
  static Weight weightOf(@Nullable Publication publication) {
    int deliveries = publication == null ? 0 : publication.deliveries().size();
    return new Weight(OVERHEAD_BYTES + deliveries * DELIVERY_BYTES, deliveries);
  }

  /** Adds an event and all its deliveries; the event's number. */
  static long write(WriterSession session, Publication publication) throws SQLException {
    Event event = publication.event();
    long sequence = session.nextNumber(event);
    insert(session.prepared(INSERT), event, sequence);
    session.stores(event.tenant(), StoredBytes.EVENT + event.data().length());
    for (Delivery delivery : publication.deliveries()) {
      DeliveryRows.insert(session, delivery);
    }
    return sequence;
  }

  private static Optional<EventId> firstWithKey(
      WriterSession session, Event event, String key, Instant keysSince) throws SQLException {
    Prepared find =
        session.prepared(FIND_KEY).text(event.tenant().value()).text(key).time(keysSince);
    try (ResultSet found = find.query()) {
      return found.next() ? Optional.of(new EventId(found.getString(1))) : Optional.empty();
    }
  }

  private static void rememberKey(WriterSession session, Event event, String key)
      throws SQLException {
    session
        .prepared(REMEMBER_KEY)
        .text(event.tenant().value())
        .text(key)
        .text(event.id().value())
        .time(event.acceptedAt())
        .run();
  }

  private static void insert(Prepared insert, Event event, long sequence) throws SQLException {
    insert
        .text(event.id().value())
        .text(event.tenant().value())
        .text(event.type().value())
        .time(event.timestamp())
        .time(event.acceptedAt())
        .text(event.idempotencyKey())
        .text(event.source())
        .text(event.sessionId())
        .text(event.priority().wireName())
        .text(event.orderingKey())
        .time(event.deliverAt())
        .number(event.hops() == 0 ? null : Integer.valueOf(event.hops()))
        .number(sequence)
        .bytes(event.data().bytes())
        .run();
  }
}

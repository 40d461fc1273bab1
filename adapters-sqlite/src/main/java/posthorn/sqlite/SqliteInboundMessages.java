package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.INBOUND_MESSAGES;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.Page;
import posthorn.domain.event.Event;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Routing;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.SqliteWriter.Weight;

/** {@link InboundMessages} on SQLite. Whatever came at about the same time shares a commit. */
final class SqliteInboundMessages implements InboundMessages {
  /** Looks for the first of the same messages and counts this one there, in one step. */
  static final String COUNT_REPEAT =
      "UPDATE inbound_messages SET repeats = repeats + 1, repeated_at = ?"
          + " WHERE message_id = ? AND source_id = ? RETURNING id";

  /** Where it is still routed as it was: to that event, or nowhere for that reason. */
  static final String REROUTE =
      "UPDATE inbound_messages SET event_type = ?, route_id = ?, event_id = ?,"
          + " unrouted_reason = ? WHERE tenant_id = ? AND id = ?"
          + " AND event_id IS ? AND unrouted_reason IS ?";

  private static final Batch<Command, Acceptance> ACCEPT =
      Batch.each(SqliteInboundMessages::accept);
  private static final Batch<Change, OptionalLong> REROUTE_ALL =
      Batch.each(SqliteInboundMessages::reroute);

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final InboundList lists;

  SqliteInboundMessages(SqliteWriter writer, SqliteReaders readers, InboundList lists) {
    this.writer = writer;
    this.readers = readers;
    this.lists = lists;
  }

  private record Command(ReceivedMessage message, @Nullable Publication publication) {
    /** The data is in the event once more, as the same array. */
    Weight weight() {
      Weight ofEvent = SqliteEvents.weightOf(publication);
      return new Weight(ofEvent.bytes() + message.data().length(), ofEvent.deliveries());
    }
  }

  @Override
  public Acceptance accept(ReceivedMessage message, @Nullable Publication publication) {
    var command = new Command(message, publication);
    return writer.writeNew(ACCEPT, command, command.weight());
  }

  private static Acceptance accept(WriterSession session, Command command) throws SQLException {
    ReceivedMessage message = command.message();
    Optional<InboundId> first = countRepeat(session, message);
    if (first.isPresent()) {
      return new Acceptance.SeenBefore(first.get());
    }
    InboundRows.insert(session, message);
    return new Acceptance.Accepted(write(session, command.publication()));
  }

  /** The number of a message's event, where it became one. */
  private static long write(WriterSession session, @Nullable Publication publication)
      throws SQLException {
    return publication == null ? Event.UNNUMBERED : SqliteEvents.write(session, publication);
  }

  private static Optional<InboundId> countRepeat(WriterSession session, ReceivedMessage message)
      throws SQLException {
    if (message.messageId() == null) {
      return Optional.empty();
    }
    Prepared count =
        session
            .prepared(COUNT_REPEAT)
            .time(message.origin().receivedAt())
            .text(message.messageId())
            .text(message.source().value());
    try (ResultSet first = count.query()) {
      return first.next() ? Optional.of(new InboundId(first.getString(1))) : Optional.empty();
    }
  }

  private record Change(
      ReceivedMessage seen, ReceivedMessage changed, @Nullable Publication publication) {}

  @Override
  public OptionalLong rerouteIfUnchanged(
      ReceivedMessage seen, ReceivedMessage changed, @Nullable Publication publication) {
    var change = new Change(seen, changed, publication);
    return publication == null
        ? writer.write(REROUTE_ALL, change)
        : writer.writeNew(REROUTE_ALL, change, SqliteEvents.weightOf(publication));
  }

  private static OptionalLong reroute(WriterSession session, Change change) throws SQLException {
    ReceivedMessage changed = change.changed();
    Routing before = change.seen().routing();
    int written =
        session
            .prepared(REROUTE)
            .text(InboundRows.typeOf(changed))
            .text(InboundRows.routeOf(changed.routing()))
            .text(InboundRows.eventOf(changed.routing()))
            .text(InboundRows.reasonOf(changed.routing()))
            .text(changed.tenant().value())
            .text(changed.id().value())
            .text(InboundRows.eventOf(before))
            .text(InboundRows.reasonOf(before))
            .run();
    return written == 0
        ? OptionalLong.empty()
        : OptionalLong.of(write(session, change.publication()));
  }

  @Override
  public Optional<ReceivedMessage> find(TenantId tenant, InboundId id) {
    return readers.read(sql ->
        sql.selectFrom(INBOUND_MESSAGES)
            .where(INBOUND_MESSAGES.TENANT_ID.eq(tenant.value()))
            .and(INBOUND_MESSAGES.ID.eq(id.value()))
            .fetchOptional(row -> InboundRows.messageOf(row::get)));
  }

  @Override
  public Page<ReceivedMessage, InboundId> page(InboundQuery query) {
    return readers.read(sql -> lists.page(sql, query));
  }
}

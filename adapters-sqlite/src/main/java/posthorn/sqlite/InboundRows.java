package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.INBOUND_MESSAGES;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.ReceivedMessage.Origin;
import posthorn.domain.inbound.ReceivedMessage.Repeats;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Routing;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Routing.Unrouted;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.UnroutedReason;
import posthorn.domain.tenant.TenantId;

/** A received message as a row and back. */
final class InboundRows {
  private static final String INSERT =
      Jooq.insert(
          INBOUND_MESSAGES,
          List.of(
              INBOUND_MESSAGES.ID,
              INBOUND_MESSAGES.TENANT_ID,
              INBOUND_MESSAGES.SOURCE_ID,
              INBOUND_MESSAGES.MESSAGE_ID,
              INBOUND_MESSAGES.EVENT_TYPE,
              INBOUND_MESSAGES.ROUTE_ID,
              INBOUND_MESSAGES.EVENT_ID,
              INBOUND_MESSAGES.UNROUTED_REASON,
              INBOUND_MESSAGES.REPEATS,
              INBOUND_MESSAGES.REPEATED_AT,
              INBOUND_MESSAGES.RECEIVED_AT,
              INBOUND_MESSAGES.REMOTE_ADDRESS,
              INBOUND_MESSAGES.HEADERS,
              INBOUND_MESSAGES.DATA));

  private InboundRows() {}

  static void insert(WriterSession session, ReceivedMessage message) throws SQLException {
    session.stores(message.tenant(), StoredBytes.MESSAGE + message.data().length());
    Routing routing = message.routing();
    session
        .prepared(INSERT)
        .text(message.id().value())
        .text(message.tenant().value())
        .text(message.source().value())
        .text(message.messageId())
        .text(typeOf(message))
        .text(routeOf(routing))
        .text(eventOf(routing))
        .text(reasonOf(routing))
        .number(message.repeats().count())
        .time(message.repeats().lastAt())
        .time(message.origin().receivedAt())
        .text(message.origin().remoteAddress())
        .text(HeaderText.write(message.origin().headers()))
        .bytes(message.data().bytes())
        .run();
  }

  static ReceivedMessage messageOf(Row row) {
    String type = row.get(INBOUND_MESSAGES.EVENT_TYPE);
    return new ReceivedMessage(
        new InboundId(row.get(INBOUND_MESSAGES.ID)),
        new TenantId(row.get(INBOUND_MESSAGES.TENANT_ID)),
        new SourceId(row.get(INBOUND_MESSAGES.SOURCE_ID)),
        row.get(INBOUND_MESSAGES.MESSAGE_ID),
        type == null ? null : new EventType(type),
        new Origin(
            row.get(INBOUND_MESSAGES.RECEIVED_AT),
            row.get(INBOUND_MESSAGES.REMOTE_ADDRESS),
            HeaderText.read(row.get(INBOUND_MESSAGES.HEADERS))),
        new JsonBytes(row.get(INBOUND_MESSAGES.DATA)),
        routingOf(row),
        new Repeats(row.get(INBOUND_MESSAGES.REPEATS), row.get(INBOUND_MESSAGES.REPEATED_AT)));
  }

  private static Routing routingOf(Row row) {
    String reason = row.get(INBOUND_MESSAGES.UNROUTED_REASON);
    return reason == null
        ? new Routed(
            new RouteId(row.get(INBOUND_MESSAGES.ROUTE_ID)),
            new EventId(row.get(INBOUND_MESSAGES.EVENT_ID)))
        : new Unrouted(UnroutedReason.named(reason).orElseThrow());
  }

  static @Nullable String typeOf(ReceivedMessage message) {
    return message.type() == null ? null : message.type().value();
  }

  static @Nullable String routeOf(Routing routing) {
    return routing instanceof Routed routed ? routed.route().value() : null;
  }

  static @Nullable String eventOf(Routing routing) {
    return routing instanceof Routed routed ? routed.event().value() : null;
  }

  static @Nullable String reasonOf(Routing routing) {
    return routing instanceof Unrouted unrouted ? unrouted.reason().wireName() : null;
  }
}

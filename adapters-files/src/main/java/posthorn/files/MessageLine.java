package posthorn.files;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Routing.Unrouted;
import tools.jackson.databind.util.RawValue;

/** A received message as the archive keeps it, with the API's names; its data as it was written. */
record MessageLine(
    String id,
    String tenantId,
    String sourceId,
    @Nullable String messageId,
    @Nullable String eventType,
    String status,
    @Nullable String reason,
    @Nullable String routeId,
    @Nullable String eventId,
    Instant receivedAt,
    String remoteAddress,
    int duplicates,
    Map<String, String> headers,
    RawValue data) {

  static MessageLine of(ReceivedMessage message) {
    @Nullable Routed routed = message.routing() instanceof Routed it ? it : null;
    return new MessageLine(
        message.id().value(),
        message.tenant().value(),
        message.source().value(),
        message.messageId(),
        message.type() == null ? null : message.type().value(),
        message.routing().wireName(),
        message.routing() instanceof Unrouted unrouted ? unrouted.reason().wireName() : null,
        routed == null ? null : routed.route().value(),
        routed == null ? null : routed.event().value(),
        message.origin().receivedAt(),
        message.origin().remoteAddress(),
        message.repeats().count(),
        message.origin().headers(),
        RawLine.of(message.data()));
  }
}

package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Routing.Unrouted;
import tools.jackson.databind.util.RawValue;

/**
 * A received message as the API shows it; its data, where it is shown, as it was written.
 *
 * @param reason why it is unrouted; null where it is not
 * @param duplicates how often the same message came again
 */
record InboundView(
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
    @Nullable Instant lastDuplicateAt,
    Map<String, String> headers,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RawValue data) {

  static InboundView withoutData(ReceivedMessage message) {
    return of(message, null);
  }

  static InboundView whole(ReceivedMessage message) {
    return of(message, new RawValue(new String(message.data().bytes(), UTF_8)));
  }

  private static InboundView of(ReceivedMessage message, @Nullable RawValue data) {
    @Nullable Routed routed = message.routing() instanceof Routed it ? it : null;
    return new InboundView(
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
        message.repeats().lastAt(),
        message.origin().headers(),
        data);
  }
}

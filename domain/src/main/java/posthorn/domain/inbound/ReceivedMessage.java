package posthorn.domain.inbound;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;

/**
 * A message that was accepted from a source, and is kept.
 *
 * @param messageId what tells it from every other of its source; null where nothing does
 * @param type null where nothing names it
 * @param repeats how often the same message came again
 */
public record ReceivedMessage(
    InboundId id,
    TenantId tenant,
    SourceId source,
    @Nullable String messageId,
    @Nullable EventType type,
    Origin origin,
    JsonBytes data,
    Routing routing,
    Repeats repeats) {

  /**
   * How it came.
   *
   * @param headers in the order they came, without the values of those that prove it
   */
  public record Origin(Instant receivedAt, String remoteAddress, Map<String, String> headers) {
    public Origin {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
  }

  public record Repeats(int count, @Nullable Instant lastAt) {
    public static final Repeats NONE = new Repeats(0, null);
  }

  /** The same, for who only lists it. */
  public ReceivedMessage withoutData() {
    return new ReceivedMessage(
        id, tenant, source, messageId, type, origin, new JsonBytes(new byte[0]), routing, repeats);
  }

  /** The same, as it is named and routed now. */
  public ReceivedMessage rerouted(@Nullable EventType newType, Routing newRouting) {
    return new ReceivedMessage(
        id, tenant, source, messageId, newType, origin, data, newRouting, repeats);
  }
}

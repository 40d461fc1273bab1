package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.publish.PublishEvent;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.ordering.Lane;
import posthorn.domain.tenant.TenantId;

/** Reads an event that is to be published. */
final class EventFields {
  static final String KEY_HEADER = "Idempotency-Key";

  private static final String KEY_FIELD = "idempotency_key";
  private static final String DELIVER_AT_FIELD = "deliver_at";
  private static final int MAX_TEXT = 255;
  private static final String SOURCE_RULE =
      "must be 1 to " + MAX_TEXT + " characters, none of them half a surrogate pair";

  private EventFields() {}

  /**
   * The event, unless something is wrong with it, which ends the request.
   *
   * @param context the request that the event came with, perhaps with others
   * @param keyHeader the idempotency key, where it came in a header
   * @param now how far ahead it may be delivered is counted from then
   */
  static PublishEvent.Command commandOf(
      Context context, RequestFields fields, @Nullable String keyHeader, Instant now) {
    TenantId tenant = Access.tenantOf(context, fields);
    Optional<EventType> type = typeOf(fields);
    Optional<JsonBytes> data = fields.requiredBytes("data");
    Instant timestamp = fields.time("timestamp").orElse(null);
    String key = keyOf(fields, keyHeader);
    String source = fields.text("source", EventFields::isValidSource, SOURCE_RULE).orElse(null);
    String sessionId = fields.text("session_id", MAX_TEXT).orElse(null);
    Optional<Priority> priority = fields.named("priority", Priority::named, Priority::names);
    String orderingKey = fields.text("ordering_key", Lane::isValidKey, Lane.KEY_RULE).orElse(null);
    Instant deliverAt = deliverAtOf(fields, now);
    fields.check();
    return new PublishEvent.Command(
        tenant,
        type.orElseThrow(),
        data.orElseThrow(),
        timestamp,
        key,
        source,
        sessionId,
        priority.orElse(Priority.NORMAL),
        orderingKey,
        deliverAt);
  }

  private static @Nullable Instant deliverAtOf(RequestFields fields, Instant now) {
    Instant deliverAt = fields.time(DELIVER_AT_FIELD).orElse(null);
    if (deliverAt != null && deliverAt.isAfter(now.plus(Event.LONGEST_WAIT))) {
      fields.reject(
          DELIVER_AT_FIELD, "must be at most " + Event.LONGEST_WAIT.toDays() + " days ahead");
    }
    return deliverAt;
  }

  private static Optional<EventType> typeOf(RequestFields fields) {
    fields.require("event_type");
    return fields.text("event_type", EventType::isValid, EventType.RULE).map(EventType::new);
  }

  /** The key from the field or the header; it is sent on in a header, so it must fit into one. */
  private static @Nullable String keyOf(RequestFields fields, @Nullable String header) {
    String field = fields.text(KEY_FIELD, MAX_TEXT).orElse(null);
    if (header != null && field != null && !header.equals(field)) {
      fields.reject(KEY_FIELD, "differs from the header " + KEY_HEADER);
    }
    String key = field == null ? header : field;
    if (key != null && !isValidKey(key)) {
      fields.reject(
          KEY_FIELD, "must be 1 to " + MAX_TEXT + " visible ASCII characters without spaces");
    }
    return key;
  }

  /** It is sent on in some bodies, so UTF-8 must have bytes for it. */
  private static boolean isValidSource(String source) {
    return !source.isEmpty() && source.length() <= MAX_TEXT && UTF_8.newEncoder().canEncode(source);
  }

  private static boolean isValidKey(String key) {
    return !key.isEmpty()
        && key.length() <= MAX_TEXT
        && key.chars().allMatch(c -> c > ' ' && c < 0x7F);
  }
}

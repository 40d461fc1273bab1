package posthorn.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.publish.PublishEvent;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;

/** {@code /v1/events}. */
final class EventRoutes {
  private static final int MAX_KEY_LENGTH = 255;
  private static final String KEY_HEADER = "Idempotency-Key";
  private static final String KEY_FIELD = "idempotency_key";

  private final PublishEvent publishEvent;
  private final InstantSource clock;

  EventRoutes(PublishEvent publishEvent, InstantSource clock) {
    this.publishEvent = publishEvent;
    this.clock = clock;
  }

  void register(RoutesConfig routes) {
    routes.post("/v1/events", this::publish);
  }

  private record AcceptedView(String eventId, int deliveries) {}

  private void publish(Context context) {
    switch (publishEvent.publish(commandOf(context), clock.instant())) {
      case PublishEvent.Result.Accepted(EventId id, int deliveries) ->
          context.status(202).json(new AcceptedView(id.value(), deliveries));
      case PublishEvent.Result.Duplicate(EventId first) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  409,
                  "duplicate_event",
                  "The event was published before",
                  "its idempotency key came first with " + first));
      case PublishEvent.Result.TooLarge(int _, int limit) ->
          ProblemMapper.answer(context, Problem.tooLarge(limit));
    }
  }

  private static PublishEvent.Command commandOf(Context context) {
    RequestFields fields = RequestFields.of(RequestBody.read(context));
    Optional<EventType> type = typeOf(fields);
    Optional<JsonBytes> data = Optional.ofNullable(fields.raw("data"));
    if (data.isEmpty()) {
      fields.reject("data", "is required");
    }
    Instant timestamp = fields.time("timestamp").orElse(null);
    String sessionId = fields.text("session_id", MAX_KEY_LENGTH).orElse(null);
    String key = keyOf(context, fields);
    fields.check();
    return new PublishEvent.Command(
        Access.tenantOf(context),
        type.orElseThrow(),
        data.orElseThrow(),
        timestamp,
        key,
        sessionId);
  }

  private static Optional<EventType> typeOf(RequestFields fields) {
    Optional<String> text = fields.requiredText("event_type", EventType.MAX_LENGTH);
    if (text.isPresent() && !EventType.isValid(text.get())) {
      fields.reject("event_type", EventType.RULE);
      return Optional.empty();
    }
    return text.map(EventType::new);
  }

  /** The key from the field or the header; it is sent on in a header, so it must fit into one. */
  private static @Nullable String keyOf(Context context, RequestFields fields) {
    String header = context.header(KEY_HEADER);
    String field = fields.text(KEY_FIELD, MAX_KEY_LENGTH).orElse(null);
    if (header != null && field != null && !header.equals(field)) {
      fields.reject(KEY_FIELD, "differs from the header " + KEY_HEADER);
    }
    String key = field == null ? header : field;
    if (key != null
        && (key.length() > MAX_KEY_LENGTH || !key.chars().allMatch(c -> c > ' ' && c < 0x7F))) {
      fields.reject(
          KEY_FIELD, "must be 1 to " + MAX_KEY_LENGTH + " visible ASCII characters without spaces");
    }
    return key;
  }
}

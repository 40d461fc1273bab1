package posthorn.http;

import posthorn.application.publish.PublishEvent;
import posthorn.domain.event.EventId;

/** What became of an event, as the API says it. */
sealed interface PublishView {

  record Accepted(String eventId, int deliveries) implements PublishView {}

  record Refused(Problem error) implements PublishView {}

  static PublishView of(PublishEvent.Result result) {
    return switch (result) {
      case PublishEvent.Result.Accepted(EventId id, int deliveries) ->
          new Accepted(id.value(), deliveries);
      case PublishEvent.Result.Duplicate(EventId first) ->
          new Refused(
              Problem.of(
                  409,
                  "duplicate_event",
                  "The event was published before",
                  "its idempotency key came first with " + first));
      case PublishEvent.Result.TooLarge(int _, int limit) -> new Refused(Problem.tooLarge(limit));
    };
  }
}

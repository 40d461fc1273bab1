package posthorn.http;

import java.time.Duration;
import java.util.List;
import posthorn.application.publish.PublishEvent;
import posthorn.domain.event.EventId;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.Quotas;

/** What became of an event, as the API says it. */
sealed interface PublishView {

  record Accepted(String eventId, int deliveries) implements PublishView {}

  /** It was accepted before, and this time made nothing. */
  record Known(String eventId, int deliveries) implements PublishView {}

  record Refused(Problem error) implements PublishView {}

  static PublishView of(PublishEvent.Result result, HttpServer.Duplicates duplicates) {
    return switch (result) {
      case PublishEvent.Result.Accepted(EventId id, int deliveries) ->
          new Accepted(id.value(), deliveries);
      case PublishEvent.Result.Duplicate(EventId first) ->
          switch (duplicates) {
            case REJECT -> new Refused(Problem.duplicate(first));
            case RETURN -> new Known(first.value(), 0);
          };
      case PublishEvent.Result.TooLarge(int bytes, int limit) ->
          new Refused(Problem.dataTooLarge(bytes, limit));
      case PublishEvent.Result.TooManyParts(int limit) -> new Refused(Problem.tooManyParts(limit));
      case PublishEvent.Result.NotWritten(RuntimeException cause) ->
          new Refused(ProblemMapper.notWritten(cause));
      case PublishEvent.Result.Violation(List<FieldError> errors) ->
          new Refused(Problem.violation(errors));
      case PublishEvent.Result.StorageExceeded(long quota) ->
          new Refused(Problem.storageExceeded(quota));
      case PublishEvent.Result.RateLimited(Duration delay) ->
          new Refused(
              Problem.rateLimited(
                  "the tenant's quota '" + Quotas.EVENTS_PER_MINUTE + "' is used up",
                  RateHeaders.seconds(delay)));
    };
  }
}

package posthorn.http;

import static posthorn.domain.access.Permission.PUBLISH;
import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import posthorn.application.port.StoreException;
import posthorn.application.publish.PublishEvent;
import posthorn.application.quota.TenantQuotas;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.Quotas;

/** {@code /v1/events}. */
final class EventRoutes implements Routes {
  /** Nobody looks into an event's data. */
  private static final int DEPTH = 1;

  private final PublishEvent publishEvent;
  private final TenantQuotas quotas;
  private final HttpServer.Duplicates duplicates;
  private final InstantSource clock;

  EventRoutes(
      PublishEvent publishEvent,
      TenantQuotas quotas,
      HttpServer.Duplicates duplicates,
      InstantSource clock) {
    this.publishEvent = publishEvent;
    this.quotas = quotas;
    this.duplicates = duplicates;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post("/v1/events", PUBLISH, this::publish)
        .as(
            answering("Publishes an event", 202, PublishView.Accepted.class)
                .taking("EventRequest"));
    api.post("/v1/events/batch", PUBLISH, this::publishBatch)
        .as(
            answering("Publishes up to 1 000 events, each judged alone", 202, BatchView.class)
                .taking("EventBatchRequest"));
  }

  private void publish(Context context) {
    byte[] body = RequestBody.around(context, mostDataOf(context));
    Instant now = clock.instant();
    PublishEvent.Command command =
        EventFields.commandOf(
            context,
            RequestFields.of(RawReader.fieldsOf(body, DEPTH)),
            context.header(EventFields.KEY_HEADER),
            now);
    switch (PublishView.of(publishEvent.publish(command, now), duplicates)) {
      case PublishView.Accepted accepted -> context.status(202).json(accepted);
      case PublishView.Known known -> context.json(known);
      case PublishView.Refused(Problem problem) -> ProblemMapper.answer(context, problem);
    }
  }

  /** An operator's body is read before it is known which tenant the event is for. */
  private int mostDataOf(Context context) {
    var key = Access.callerOf(context).key();
    return key.role() == Role.OPERATOR ? Quotas.MOST_DATA_BYTES : quotas.dataBytes(key.tenant());
  }

  private record BatchView(List<PublishView> results) {}

  private void publishBatch(Context context) {
    var batch = EventBatch.read(context, clock);
    List<PublishEvent.Result> results = publishEvent.publish(batch.commands(), clock.instant());
    results.stream()
        .map(result -> result instanceof PublishEvent.Result.NotWritten(var cause) ? cause : null)
        .filter(StoreException.class::isInstance)
        .findFirst()
        .ifPresent(cause -> ProblemMapper.log((StoreException) cause, context));
    context.status(202).json(new BatchView(batch.results(results, duplicates)));
  }
}

package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.InstantSource;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Webhooks;
import posthorn.application.replay.CancelDelivery;
import posthorn.application.replay.ReplayDelivery;
import posthorn.application.replay.RetryNow;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState;
import posthorn.domain.event.Event;
import posthorn.domain.event.Priority;
import posthorn.domain.webhook.Webhook;
import tools.jackson.databind.node.ObjectNode;

/** {@code /v1/deliveries/{id}}, and a webhook's deliveries one by one. */
final class DeliveryRoutes implements Routes {
  private static final String KIND = "delivery";
  private static final String ONE = "/v1/deliveries/{id}";

  private final Deliveries deliveries;
  private final Webhooks webhooks;
  private final Policies policies;
  private final RetryNow retryNow;
  private final ReplayDelivery replayDelivery;
  private final CancelDelivery cancelDelivery;
  private final InstantSource clock;

  DeliveryRoutes(
      HttpServer.UseCases.OfDeliveries useCases,
      Webhooks webhooks,
      Policies policies,
      InstantSource clock) {
    this.deliveries = useCases.deliveries();
    this.webhooks = webhooks;
    this.policies = policies;
    this.retryNow = useCases.retryNow();
    this.replayDelivery = useCases.replayDelivery();
    this.cancelDelivery = useCases.cancelDelivery();
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get(ONE, READ, this::show).as(answering("Shows a delivery", 200, DeliveryView.class));
    api.get(ONE + "/attempts", READ, this::attempts)
        .as(listing("Lists its attempts, oldest first", AttemptView.class));
    api.get(ONE + "/request", READ, this::request)
        .as(answering("Shows its request, to be sent again by hand", 200, SentRequestView.class));
    api.post(ONE + "/retry-now", MANAGE, this::retryNow)
        .as(answering("Starts it anew, due at once", 202, DeliveryView.class));
    api.post(ONE + "/cancel", MANAGE, this::cancel)
        .as(answering("Calls it off", 200, DeliveryView.class));
    api.post("/v1/webhooks/{id}/deliveries/{delivery_id}/retry", MANAGE, this::replay)
        .as(
            answering("Delivers it once more, as a delivery of its own", 202, Object.class)
                .taking("ReplayRequest"));
  }

  private void show(Context context) {
    context.json(DeliveryView.of(find(context), UrlSight.of(context, webhooks)));
  }

  private void attempts(Context context) {
    Delivery delivery = find(context);
    UrlSight sight = UrlSight.of(context, webhooks);
    context.json(
        PageView.whole(
            deliveries.attemptsOf(delivery.id()),
            attempt -> AttemptView.of(attempt, delivery, sight)));
  }

  private void request(Context context) {
    Delivery delivery = find(context);
    Webhook webhook = webhooks.find(delivery.webhook()).orElseThrow(DeliveryRoutes::notFound);
    Event event = deliveries.eventOf(delivery).orElseThrow(DeliveryRoutes::notFound);
    context.json(
        SentRequestView.of(
            new ClaimedDelivery(delivery, event, webhook),
            policies.of(webhook).format(),
            deliveries.attemptsOf(delivery.id()),
            UrlSight.of(context, webhooks)));
  }

  private void retryNow(Context context) {
    Delivery seen = find(context);
    switch (retryNow.retryNow(Access.tenantOf(context), idOf(context), clock.instant())) {
      case RetryNow.Result.Restarted(Delivery delivery) -> {
        AuditTrail.changed(context, viewOf(seen), viewOf(delivery));
        context.status(202).json(viewOf(delivery));
      }
      case RetryNow.Result.NotAtRest(Delivery delivery) ->
          refuse(context, "not_retryable", "The delivery cannot be retried now", delivery);
      case RetryNow.Result.NotFound() -> throw notFound();
    }
  }

  private void cancel(Context context) {
    RequestBody.optionalFields(context).check();
    Delivery seen = find(context);
    switch (cancelDelivery.cancel(Access.tenantOf(context), idOf(context), clock.instant())) {
      case CancelDelivery.Result.Cancelled(Delivery delivery) -> {
        AuditTrail.changed(context, viewOf(seen), viewOf(delivery));
        context.json(viewOf(delivery));
      }
      case CancelDelivery.Result.NotWaiting(Delivery delivery) ->
          refuse(context, "not_cancellable", "The delivery cannot be cancelled now", delivery);
      case CancelDelivery.Result.NotFound() -> throw notFound();
    }
  }

  static void refuse(Context context, String code, String title, Delivery delivery) {
    String detail =
        delivery.state() instanceof DeliveryState.Delivered
            ? "it was delivered already"
            : "it is " + delivery.state().wireName();
    ProblemMapper.answer(context, Problem.of(409, code, title, detail));
  }

  private void replay(Context context) {
    RequestFields fields = RequestBody.optionalFields(context);
    Priority priority = fields.named("priority", Priority::named, Priority::names).orElse(null);
    fields.check();
    Webhook webhook = WebhookAnswers.find(webhooks, context);
    DeliveryId original =
        PathIds.of(context, "delivery_id", DeliveryId.PREFIX, KIND, DeliveryId::new);
    Delivery replay =
        replayDelivery
            .replay(
                new ReplayDelivery.Command(webhook.tenant(), webhook.id(), original, priority),
                clock.instant())
            .orElseThrow(DeliveryRoutes::notFound);
    AuditTrail.created(context, viewOf(replay));
    ObjectNode view = Json.MAPPER.valueToTree(viewOf(replay));
    context.status(202).json(view.put("delivery_id", replay.id().value()));
  }

  /** For callers who may change it. */
  private DeliveryView viewOf(Delivery delivery) {
    return DeliveryView.of(delivery, UrlSight.WHOLE);
  }

  private Delivery find(Context context) {
    return deliveries
        .find(Access.tenantOf(context), idOf(context))
        .orElseThrow(DeliveryRoutes::notFound);
  }

  private static DeliveryId idOf(Context context) {
    return PathIds.of(context, "id", DeliveryId.PREFIX, KIND, DeliveryId::new);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}

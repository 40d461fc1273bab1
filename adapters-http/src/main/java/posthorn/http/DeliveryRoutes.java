package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.replay.RetryNow;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.webhook.WebhookId;

/** {@code /v1/deliveries}. */
final class DeliveryRoutes implements Routes {
  private static final String KIND = "delivery";

  private final Deliveries deliveries;
  private final RetryNow retryNow;
  private final InstantSource clock;

  DeliveryRoutes(Deliveries deliveries, RetryNow retryNow, InstantSource clock) {
    this.deliveries = deliveries;
    this.retryNow = retryNow;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/deliveries", READ, this::list)
        .takes("limit", "cursor", "status", "webhook")
        .as(listing("Lists the deliveries, newest first", DeliveryView.class));
    api.get("/v1/deliveries/{id}", READ, this::show)
        .as(answering("Shows a delivery", 200, DeliveryView.class));
    api.get("/v1/deliveries/{id}/attempts", READ, this::attempts)
        .as(listing("Lists its attempts, oldest first", AttemptView.class));
    api.post("/v1/deliveries/{id}/retry-now", MANAGE, this::retryNow)
        .as(answering("Starts it anew, due at once", 202, DeliveryView.class));
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String status = parameters.oneOf("status", DeliveryView.STATUSES).orElse(null);
    WebhookId webhook = parameters.id("webhook", WebhookId.PREFIX, WebhookId::new).orElse(null);
    DeliveryId cursor = parameters.id("cursor", DeliveryId.PREFIX, DeliveryId::new).orElse(null);
    parameters.check();

    List<Delivery> found =
        deliveries.list(
            new DeliveryQuery(Access.tenantOf(context), status, webhook, cursor, limit + 1));
    context.json(PageView.of(found, limit, DeliveryView::of, last -> last.id().value()));
  }

  private void show(Context context) {
    context.json(DeliveryView.of(find(context)));
  }

  private void attempts(Context context) {
    Delivery delivery = find(context);
    context.json(
        PageView.whole(
            deliveries.attemptsOf(delivery.id()), attempt -> AttemptView.of(attempt, delivery)));
  }

  private void retryNow(Context context) {
    switch (retryNow.retryNow(Access.tenantOf(context), idOf(context), clock.instant())) {
      case RetryNow.Result.Restarted(Delivery delivery) ->
          context.status(202).json(DeliveryView.of(delivery));
      case RetryNow.Result.NotAtRest(Delivery delivery) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  409,
                  "not_retryable",
                  "The delivery cannot be retried now",
                  "it is " + delivery.state().wireName()));
      case RetryNow.Result.NotFound() -> ProblemMapper.answer(context, Problem.notFound(KIND));
    }
  }

  private Delivery find(Context context) {
    return deliveries
        .find(Access.tenantOf(context), idOf(context))
        .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
  }

  private static DeliveryId idOf(Context context) {
    return PathIds.of(context, "id", DeliveryId.PREFIX, KIND, DeliveryId::new);
  }
}

package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Webhooks;
import posthorn.application.replay.RetryNow;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.webhook.WebhookId;

/** {@code /api/webhooks/deliveries}: the same deliveries in the words of an older API. */
final class TenantDeliveryRoutes implements Routes {
  private static final String PATH = "/api/webhooks/deliveries";
  private static final String KIND = "delivery";

  private final Deliveries deliveries;
  private final Webhooks webhooks;
  private final RetryNow retryNow;
  private final InstantSource clock;

  TenantDeliveryRoutes(
      HttpServer.UseCases.OfDeliveries useCases, Webhooks webhooks, InstantSource clock) {
    this.webhooks = webhooks;
    this.deliveries = useCases.deliveries();
    this.retryNow = useCases.retryNow();
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get(PATH, READ, this::list)
        .takes("limit", "status", "webhook_id")
        .as(answering("The latest deliveries, as an array", 200, Object.class));
    api.get(PATH + "/{id}", READ, this::show)
        .as(answering("Shows a delivery", 200, TenantDeliveryView.class));
    api.post(PATH + "/{id}/retry", MANAGE, this::retry)
        .as(answering("Starts it anew, due at once", 200, Done.class));
  }

  record Done(boolean success) {}

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String status = parameters.oneOf("status", DeliveryView.STATUSES).orElse(null);
    WebhookId webhook = parameters.id("webhook_id", WebhookId.PREFIX, WebhookId::new).orElse(null);
    parameters.check();
    List<Delivery> found =
        deliveries.list(new DeliveryQuery(Access.tenantOf(context), status, webhook, null, limit));
    UrlSight sight = UrlSight.of(context, webhooks);
    context.json(found.stream().map(each -> TenantDeliveryView.of(each, sight)).toList());
  }

  private void show(Context context) {
    context.json(TenantDeliveryView.of(find(context), UrlSight.of(context, webhooks)));
  }

  private Delivery find(Context context) {
    return deliveries
        .find(Access.tenantOf(context), idOf(context))
        .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
  }

  private void retry(Context context) {
    Delivery seen = find(context);
    switch (retryNow.retryNow(Access.tenantOf(context), idOf(context), clock.instant())) {
      case RetryNow.Result.Restarted(Delivery delivery) -> {
        AuditTrail.changed(
            context,
            DeliveryView.of(seen, UrlSight.WHOLE),
            DeliveryView.of(delivery, UrlSight.WHOLE));
        context.json(new Done(true));
      }
      case RetryNow.Result.NotAtRest(Delivery delivery) ->
          DeliveryRoutes.refuse(
              context, "not_retryable", "The delivery cannot be retried now", delivery);
      case RetryNow.Result.NotFound() -> throw new ProblemException(Problem.notFound(KIND));
    }
  }

  private static DeliveryId idOf(Context context) {
    return PathIds.of(context, "id", DeliveryId.PREFIX, KIND, DeliveryId::new);
  }
}

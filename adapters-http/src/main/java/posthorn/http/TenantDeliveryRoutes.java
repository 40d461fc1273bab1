package posthorn.http;

import static java.util.Comparator.reverseOrder;
import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.EventHistory;
import posthorn.application.port.Webhooks;
import posthorn.application.replay.RetryNow;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventId;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@code /api/webhooks/deliveries}: the same deliveries in the words of an older API. */
final class TenantDeliveryRoutes implements Routes {
  private static final String PATH = "/api/webhooks/deliveries";
  private static final String KIND = "delivery";
  private static final String PENDING = "pending";

  /** What a list shows of events' data, but for the last that it shows. */
  static final int MOST_DATA = 4 * 1024 * 1024;

  private final Deliveries deliveries;
  private final Webhooks webhooks;
  private final EventHistory history;
  private final RetryNow retryNow;
  private final InstantSource clock;

  TenantDeliveryRoutes(
      HttpServer.UseCases.OfDeliveries useCases,
      Webhooks webhooks,
      EventHistory history,
      InstantSource clock) {
    this.webhooks = webhooks;
    this.history = history;
    this.deliveries = useCases.deliveries();
    this.retryNow = useCases.retryNow();
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get(PATH, READ, this::list)
        .takes("limit", "status", "webhook_id")
        .as(answering("The latest deliveries, as an array", 200, TenantDeliveryView[].class));
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
    TenantId tenant = Access.tenantOf(context);
    List<Delivery> found =
        PENDING.equals(status)
            ? unsent(tenant, webhook, limit)
            : deliveries.list(new DeliveryQuery(tenant, status, webhook, null, limit));
    context.json(viewsOf(found, UrlSight.of(context, webhooks)));
  }

  /** All that are called pending here: those in flight too, of which there are few. */
  private List<Delivery> unsent(TenantId tenant, @Nullable WebhookId webhook, int limit) {
    var byId = new TreeMap<String, Delivery>(reverseOrder());
    for (String status : List.of(PENDING, "in_flight")) {
      deliveries
          .list(new DeliveryQuery(tenant, status, webhook, null, limit))
          .forEach(delivery -> byId.put(delivery.id().value(), delivery));
    }
    return byId.values().stream().limit(limit).toList();
  }

  private void show(Context context) {
    context.json(viewsOf(List.of(find(context)), UrlSight.of(context, webhooks)).getFirst());
  }

  private List<TenantDeliveryView> viewsOf(List<Delivery> page, UrlSight sight) {
    Map<EventId, JsonBytes> data =
        history.dataOf(page.stream().map(Delivery::event).distinct().toList(), MOST_DATA);
    Map<DeliveryId, Attempt> attempts =
        deliveries.lastAttemptsOf(page.stream().map(Delivery::id).toList());
    var views = new ArrayList<TenantDeliveryView>(page.size());
    long shown = 0;
    for (Delivery each : page) {
      // An event that many webhooks get is there once for each of them.
      JsonBytes own = shown < MOST_DATA ? data.get(each.event()) : null;
      shown += own == null ? 0 : own.length();
      var parts =
          new TenantDeliveryView.Parts(
              webhooks.find(each.webhook()).orElse(null), own, attempts.get(each.id()));
      views.add(TenantDeliveryView.of(each, parts, sight));
    }
    return views;
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

package posthorn.http;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DeliveryQuery.Details;
import posthorn.application.port.Page;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.webhook.WebhookId;

/**
 * {@code GET /v1/deliveries} and {@code /v1/webhooks/{id}/deliveries}. A page may be short, or
 * empty, though a {@code next_cursor} says that it goes on: where few match, a request looks at so
 * many deliveries and no more.
 */
final class DeliveryListRoutes implements Routes {
  private static final Map<String, String> CATEGORIES =
      Stream.of(FailureCategory.values())
          .map(FailureCategory::wireName)
          .collect(toMap(identity(), identity()));
  private static final String[] PARAMETERS = {
    "limit",
    "cursor",
    "offset",
    "status",
    "event",
    "event_type",
    "session_id",
    "failure_category",
    "error",
    "from",
    "to"
  };

  private final Deliveries deliveries;
  private final Webhooks webhooks;

  DeliveryListRoutes(Deliveries deliveries, Webhooks webhooks) {
    this.deliveries = deliveries;
    this.webhooks = webhooks;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/deliveries", READ, this::all)
        .takes(PARAMETERS)
        .takes("webhook")
        .as(listing("Lists the deliveries, newest first", DeliveryView.class));
    api.get("/v1/webhooks/{id}/deliveries", READ, this::ofWebhook)
        .takes(PARAMETERS)
        .as(listing("Lists its deliveries, newest first", DeliveryView.class));
  }

  private void all(Context context) {
    var parameters = new QueryParameters(context);
    WebhookId webhook = parameters.id("webhook", WebhookId.PREFIX, WebhookId::new).orElse(null);
    show(context, parameters, webhook);
  }

  private void ofWebhook(Context context) {
    WebhookId webhook = WebhookAnswers.find(webhooks, context).id();
    show(context, new QueryParameters(context), webhook);
  }

  private void show(Context context, QueryParameters parameters, @Nullable WebhookId webhook) {
    int limit = parameters.limit();
    String status = parameters.oneOf("status", DeliveryView.STATUSES).orElse(null);
    Details details = detailsOf(parameters);
    ListCursor<DeliveryId> cursor = ListCursor.of(parameters, DeliveryId.PREFIX, DeliveryId::new);
    parameters.check();

    Page<Delivery, DeliveryId> page =
        deliveries.page(
            new DeliveryQuery(
                Access.tenantOf(context),
                status,
                webhook,
                cursor.before(),
                limit,
                cursor.offset(),
                details));
    UrlSight sight = UrlSight.of(context, webhooks);
    context.json(
        new PageView<>(
            page.items().stream().map(each -> DeliveryView.of(each, sight)).toList(),
            ListCursor.after(page, DeliveryId::value)));
  }

  private static Details detailsOf(QueryParameters parameters) {
    Instant from = parameters.time("from").orElse(null);
    Instant to = parameters.time("to").orElse(null);
    if (from != null && to != null) {
      parameters.requireOrder("from", from, "to", to);
    }
    return new Details(
        parameters.id("event", EventId.PREFIX, EventId::new).orElse(null),
        parameters
            .valid("event_type", EventTypePattern::isValid, EventTypePattern.RULE)
            .map(EventTypePattern::new)
            .orElse(null),
        parameters.text("session_id").orElse(null),
        parameters
            .oneOf("failure_category", CATEGORIES)
            .flatMap(FailureCategory::named)
            .orElse(null),
        parameters.text("error").orElse(null),
        from,
        to);
  }
}

package posthorn.http;

import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventQuery;
import posthorn.application.port.Page;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventTypePattern;

/** {@code /v1/events}, for those who look back. */
final class EventHistoryRoutes implements Routes {
  private static final String KIND = "event";
  private static final int MOST_DELIVERIES = 500;
  private static final Map<String, String> INCLUDED = Map.of("data", "data");

  private final EventHistory history;
  private final Webhooks webhooks;

  EventHistoryRoutes(EventHistory history, Webhooks webhooks) {
    this.webhooks = webhooks;
    this.history = history;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/events", READ, this::list)
        .takes(
            "limit",
            "cursor",
            "offset",
            "event_type",
            "session_id",
            "source",
            "idempotency_key",
            "from",
            "to")
        .takes(Parameter.words("include", "Shows the events' data too", INCLUDED.keySet()))
        .as(listing("Lists the events, newest first", EventView.class));
    api.get("/v1/events/{id}", READ, this::show)
        .takes("cursor")
        .as(answering("Shows an event with its deliveries", 200, EventView.class));
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    ListCursor<EventId> cursor = ListCursor.of(parameters, EventId.PREFIX, EventId::new);
    boolean withData = parameters.oneOf("include", INCLUDED).isPresent();
    EventQuery.Where where = where(parameters);
    parameters.check();

    Page<Event, EventId> page =
        history.list(
            new EventQuery(
                Access.tenantOf(context),
                where,
                cursor.before(),
                cursor.offset(),
                limit,
                withData));
    context.json(
        new PageView<>(
            page.items().stream()
                .map(withData ? EventView::withData : EventView::withoutData)
                .toList(),
            ListCursor.after(page, EventId::value)));
  }

  private static EventQuery.Where where(QueryParameters parameters) {
    return new EventQuery.Where(
        parameters
            .valid("event_type", EventTypePattern::isValid, EventTypePattern.RULE)
            .map(EventTypePattern::new)
            .orElse(null),
        parameters.text("session_id").orElse(null),
        parameters.text("source").orElse(null),
        parameters.text("idempotency_key").orElse(null),
        parameters.time("from").orElse(null),
        parameters.time("to").orElse(null));
  }

  private void show(Context context) {
    EventId id = PathIds.of(context, "id", EventId.PREFIX, KIND, EventId::new);
    var parameters = new QueryParameters(context);
    DeliveryId cursor = parameters.id("cursor", DeliveryId.PREFIX, DeliveryId::new).orElse(null);
    parameters.check();
    Event event =
        history
            .find(Access.tenantOf(context), id)
            .orElseThrow(() -> new ProblemException(Problem.notFound(KIND)));
    List<Delivery> deliveries = history.deliveriesOf(id, cursor, MOST_DELIVERIES + 1);
    UrlSight sight = UrlSight.of(context, webhooks);
    context.json(
        EventView.whole(
            event,
            PageView.of(
                deliveries,
                MOST_DELIVERIES,
                each -> DeliveryView.of(each, sight),
                last -> last.id().value())));
  }
}

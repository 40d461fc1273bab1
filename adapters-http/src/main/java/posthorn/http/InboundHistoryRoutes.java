package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.inbound.RerouteMessage;
import posthorn.application.inbound.RerouteMessages;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.Page;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Routing;
import posthorn.domain.inbound.SourceId;

/** {@code /v1/inbound}: what sources have sent, for those who look back. */
final class InboundHistoryRoutes implements Routes {
  private static final String ALL = "/v1/inbound";
  private static final String KIND = "inbound message";
  private static final Map<String, String> INCLUDED = Map.of("data", "data");
  private static final Map<String, String> STATUSES = Map.of("routed", "true", "unrouted", "false");

  private final HttpServer.UseCases.OfMessages useCases;
  private final InstantSource clock;

  InboundHistoryRoutes(HttpServer.UseCases.OfMessages useCases, InstantSource clock) {
    this.useCases = useCases;
    this.clock = clock;
  }

  /** What a message leads to now. */
  private record ReroutedView(
      String inboundId, String status, @Nullable String reason, @Nullable String eventId) {
    static ReroutedView of(InboundId id, Routing routing) {
      return switch (routing) {
        case Routing.Routed routed ->
            new ReroutedView(id.value(), routing.wireName(), null, routed.event().value());
        case Routing.Unrouted unrouted ->
            new ReroutedView(id.value(), routing.wireName(), unrouted.reason().wireName(), null);
      };
    }
  }

  /** How many were routed, how many lead nowhere still, and where the next ones begin. */
  private record ReroutedPageView(int routed, int unrouted, @Nullable String nextCursor) {}

  @Override
  public void addTo(Api api) {
    api.get(ALL, READ, this::list)
        .takes("limit", "cursor", "source_id", "event_type", "from", "to")
        .takes(
            Parameter.words("status", "Those that became an event, or did not", STATUSES.keySet()),
            Parameter.text(
                "message_id", "The one that its sender calls so", QueryParameters.MAX_TEXT, "any"),
            Parameter.text(
                "text",
                "Those with this in their data or their message id",
                QueryParameters.MAX_TEXT,
                "any"),
            Parameter.words("include", "Shows their data too", INCLUDED.keySet()))
        .as(listing("Lists what sources have sent, newest first", InboundView.class));
    api.get(ALL + "/{id}", READ, this::show)
        .as(answering("Shows what a source has sent", 200, InboundView.class));
    api.post(ALL + "/{id}/reroute", MANAGE, this::reroute)
        .as(
            answering(
                "Routes a message anew, by the routes as they are now", 202, ReroutedView.class));
    api.post(ALL + "/reroute", MANAGE, this::rerouteAll)
        .as(
            answering("Routes a page of messages anew", 200, ReroutedPageView.class)
                .taking("RerouteRequest"));
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    InboundId before = parameters.id("cursor", InboundId.PREFIX, InboundId::new).orElse(null);
    boolean withData = parameters.oneOf("include", INCLUDED).isPresent();
    var where =
        new InboundQuery.Where(
            parameters.id("source_id", SourceId.PREFIX, SourceId::new).orElse(null),
            parameters.oneOf("status", STATUSES).map(Boolean::valueOf).orElse(null),
            parameters
                .valid("event_type", EventTypePattern::isValid, EventTypePattern.RULE)
                .map(EventTypePattern::new)
                .orElse(null),
            parameters.text("message_id").orElse(null),
            parameters.text("text").orElse(null),
            parameters.time("from").orElse(null),
            parameters.time("to").orElse(null));
    parameters.check();
    Page<ReceivedMessage, InboundId> page =
        useCases
            .messages()
            .page(new InboundQuery(Access.tenantOf(context), where, before, limit, withData));
    context.json(
        new PageView<>(
            page.items().stream()
                .map(withData ? InboundView::whole : InboundView::withoutData)
                .toList(),
            ListCursor.after(page, InboundId::value)));
  }

  private void show(Context context) {
    context.json(
        InboundView.whole(
            useCases
                .messages()
                .find(Access.tenantOf(context), idOf(context))
                .orElseThrow(InboundHistoryRoutes::notFound)));
  }

  private void reroute(Context context) {
    RequestBody.optionalFields(context).check();
    switch (useCases
        .rerouteMessage()
        .reroute(Access.tenantOf(context), idOf(context), clock.instant())) {
      case RerouteMessage.Result.Rerouted(var id, var routing) -> {
        var view = ReroutedView.of(id, routing);
        AuditTrail.created(context, view);
        context.status(202).json(view);
      }
      case RerouteMessage.Result.SourceGone() ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  409,
                  "source_gone",
                  "The message's source is gone",
                  "its routes went with it, so it leads nowhere"));
      case RerouteMessage.Result.Outdated() -> ProblemMapper.answer(context, Problem.outdated());
      case RerouteMessage.Result.NotFound() -> throw notFound();
    }
  }

  /** Those that led nowhere, unless others are asked for. */
  private void rerouteAll(Context context) {
    RequestFields fields = RequestBody.optionalFields(context);
    Optional<SourceId> source =
        fields
            .text(
                "source_id",
                text -> IdForm.matches(SourceId.PREFIX, text),
                "must be an id that begins with " + SourceId.PREFIX)
            .map(SourceId::new);
    Optional<InboundId> before =
        fields
            .text(
                "cursor",
                text -> IdForm.matches(InboundId.PREFIX, text),
                "must be the next_cursor of a page before")
            .map(InboundId::new);
    boolean routed =
        fields
            .text("status", STATUSES::containsKey, "must be one of routed, unrouted")
            .map(STATUSES::get)
            .map(Boolean::valueOf)
            .orElse(false);
    EventTypePattern type =
        fields
            .text("event_type", EventTypePattern::isValid, EventTypePattern.RULE)
            .map(EventTypePattern::new)
            .orElse(null);
    var where =
        new InboundQuery.Where(
            source.orElse(null),
            routed,
            type,
            null,
            null,
            fields.time("from").orElse(null),
            fields.time("to").orElse(null));
    int limit = limitOf(fields);
    fields.check();
    RerouteMessages.Result result =
        useCases
            .rerouteMessages()
            .reroute(
                new InboundQuery(Access.tenantOf(context), where, before.orElse(null), limit, true),
                clock.instant());
    InboundId next = result.next();
    var view =
        new ReroutedPageView(
            result.routed(), result.unrouted(), next == null ? null : next.value());
    AuditTrail.created(context, view);
    context.json(view);
  }

  private static int limitOf(RequestFields fields) {
    long limit = fields.number("limit").orElse((long) QueryParameters.DEFAULT_LIMIT);
    if (limit < 1 || limit > QueryParameters.MAX_LIMIT) {
      fields.reject("limit", "must be a number from 1 to " + QueryParameters.MAX_LIMIT);
      return QueryParameters.DEFAULT_LIMIT;
    }
    return (int) limit;
  }

  private static InboundId idOf(Context context) {
    return PathIds.of(context, "id", InboundId.PREFIX, KIND, InboundId::new);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}

package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import posthorn.application.inbound.AddRoute;
import posthorn.application.inbound.ChangeRoute;
import posthorn.application.port.Sources;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/** {@code /v1/routes}: where received messages go. */
final class InboundRouteRoutes implements Routes {
  private static final String PATH = "/v1/routes";
  private static final String ONE = PATH + "/{id}";
  private static final String KIND = "route";
  private static final int DEPTH = 1;

  private final HttpServer.UseCases.OfRoutes useCases;
  private final InboundRouteFields reader;
  private final InstantSource clock;

  InboundRouteRoutes(HttpServer.UseCases.OfRoutes useCases, Sources sources, InstantSource clock) {
    this.useCases = useCases;
    this.reader = new InboundRouteFields(sources);
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(PATH, MANAGE, this::add)
        .as(
            answering("Says where a source's messages go", 201, InboundRouteView.class)
                .taking("RouteRequest"));
    api.get(PATH, READ, this::list)
        .takes("limit", "cursor", InboundRouteFields.SOURCE_ID)
        .as(listing("Lists the routes, oldest first", InboundRouteView.class));
    api.get(ONE, READ, context -> show(context, find(context)))
        .as(answering("Shows a route", 200, InboundRouteView.class));
    RouteText changing =
        answering("Changes what is mentioned", 200, InboundRouteView.class).taking("RouteChange");
    api.put(ONE, MANAGE, this::change).as(changing);
    api.patch(ONE, MANAGE, this::change).as(changing);
    api.delete(ONE, MANAGE, this::remove).as(silent("Removes a route"));
  }

  private void add(Context context) {
    RequestFields fields = RequestBody.fields(context, DEPTH);
    TenantId tenant = Access.tenantOf(context, fields);
    Route.Rule rule = reader.ruleOf(fields, tenant, null);
    switch (useCases.addRoute().add(tenant, rule, clock.instant())) {
      case AddRoute.Result.Added(Route route) -> {
        context.status(201).header("Location", PATH + "/" + route.id());
        AuditTrail.created(context, InboundRouteView.of(route));
        show(context, route);
      }
      case AddRoute.Result.NoSource() -> InboundRouteFields.refuseSource(fields);
      case AddRoute.Result.TooMany(int limit) ->
          throw new ProblemException(
              Problem.of(
                  422,
                  "too_many_routes",
                  "There are too many routes",
                  "a tenant has at most " + limit));
    }
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String after =
        parameters.id("cursor", RouteId.PREFIX, RouteId::new).map(RouteId::value).orElse("");
    Optional<SourceId> source =
        parameters.id(InboundRouteFields.SOURCE_ID, SourceId.PREFIX, SourceId::new);
    parameters.check();
    List<Route> found =
        useCases.routes().of(Access.tenantOf(context)).stream()
            .filter(route -> route.id().value().compareTo(after) > 0)
            .filter(route -> source.isEmpty() || route.source().equals(source.get()))
            .limit(limit + 1L)
            .toList();
    context.json(PageView.of(found, limit, InboundRouteView::of, last -> last.id().value()));
  }

  private void change(Context context) {
    Route seen = find(context);
    requireMatch(context, seen);
    RequestFields fields = RequestBody.fields(context, DEPTH);
    Route.Rule rule = reader.ruleOf(fields, seen.tenant(), seen);
    switch (useCases.changeRoute().change(seen, rule, clock.instant())) {
      case ChangeRoute.Result.Changed(Route route) -> {
        AuditTrail.changed(context, InboundRouteView.of(seen), InboundRouteView.of(route));
        show(context, route);
      }
      case ChangeRoute.Result.NoSource() -> InboundRouteFields.refuseSource(fields);
      case ChangeRoute.Result.Outdated() -> throw new ProblemException(Problem.outdated());
    }
  }

  private void remove(Context context) {
    Route seen = find(context);
    requireMatch(context, seen);
    if (!useCases.removeRoute().remove(seen.tenant(), seen.id())) {
      throw notFound();
    }
    AuditTrail.removed(context, InboundRouteView.of(seen));
    context.status(204);
  }

  private static void show(Context context, Route route) {
    var view = InboundRouteView.of(route);
    EntityTags.set(context, EntityTags.ofView(view));
    context.json(view);
  }

  private static void requireMatch(Context context, Route present) {
    EntityTags.requireMatch(context, EntityTags.ofView(InboundRouteView.of(present)));
  }

  private Route find(Context context) {
    RouteId id = PathIds.of(context, "id", RouteId.PREFIX, KIND, RouteId::new);
    return useCases
        .routes()
        .find(Access.tenantOf(context), id)
        .orElseThrow(InboundRouteRoutes::notFound);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}

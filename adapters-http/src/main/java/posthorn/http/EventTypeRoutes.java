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
import org.jspecify.annotations.Nullable;
import posthorn.application.eventtypes.RegisterEventType;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.RegisteredType;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** {@code /v1/event-types}. */
final class EventTypeRoutes implements Routes {
  private static final String ONE = "/v1/event-types/{name}";
  private static final String KIND = "event type";
  private static final String NAME = "name";

  /** A schema is looked into by others. */
  private static final int DEPTH = 1;

  private final HttpServer.UseCases.OfEvents useCases;
  private final InstantSource clock;

  EventTypeRoutes(HttpServer.UseCases.OfEvents useCases, InstantSource clock) {
    this.useCases = useCases;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/event-types", READ, this::list)
        .takes("limit", "cursor")
        .as(listing("Lists the registered event types", EventTypeView.class));
    api.get(ONE, READ, this::show).as(answering("Shows an event type", 200, EventTypeView.class));
    api.put(ONE, MANAGE, this::register)
        .as(
            answering("Registers or replaces an event type", 200, EventTypeView.class)
                .taking("EventTypeRequest"));
    api.delete(ONE, MANAGE, this::remove).as(silent("Removes an event type"));
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String after = parameters.valid("cursor", EventType::isValid, EventType.RULE).orElse("");
    parameters.check();
    List<RegisteredType> found =
        useCases.types().of(Access.tenantOf(context)).stream()
            .filter(type -> type.name().value().compareTo(after) > 0)
            .limit(limit + 1L)
            .toList();
    context.json(PageView.of(found, limit, EventTypeView::of, last -> last.name().value()));
  }

  private void show(Context context) {
    show(context, find(context));
  }

  private static void show(Context context, RegisteredType type) {
    var view = EventTypeView.of(type);
    EntityTags.set(context, EntityTags.ofView(view));
    context.json(view);
  }

  private RegisteredType find(Context context) {
    return useCases
        .types()
        .find(Access.tenantOf(context), nameOf(context))
        .orElseThrow(EventTypeRoutes::notFound);
  }

  private static void requireMatch(Context context, @Nullable RegisteredType present) {
    EntityTags.requireMatch(
        context, present == null ? null : EntityTags.ofView(EventTypeView.of(present)));
  }

  private void register(Context context) {
    RegisterEventType.Command command = commandOf(context);
    Optional<RegisteredType> before = useCases.types().find(command.tenant(), command.name());
    switch (useCases.registerType().register(command, clock.instant())) {
      case RegisterEventType.Result.Created(RegisteredType type) -> {
        AuditTrail.created(context, EventTypeView.of(type));
        show(context.status(201), type);
      }
      case RegisterEventType.Result.Replaced(RegisteredType type) -> {
        // Whoever else replaced it meanwhile has an entry of their own.
        AuditTrail.changed(context, EventTypeView.of(before.orElse(type)), EventTypeView.of(type));
        show(context, type);
      }
      case RegisterEventType.Result.Outdated() -> ProblemMapper.answer(context, Problem.outdated());
      case RegisterEventType.Result.WrongSchema(List<FieldError> errors) ->
          ProblemMapper.answer(context, Problem.invalid(errors));
      case RegisterEventType.Result.TooMany(int limit) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  422,
                  "too_many_event_types",
                  "There are too many event types",
                  "a tenant has at most " + limit));
    }
  }

  private RegisterEventType.Command commandOf(Context context) {
    RequestFields fields = RequestBody.fields(context, DEPTH);
    String name = context.pathParam(NAME);
    if (!EventType.isValid(name)) {
      fields.reject(NAME, EventType.RULE);
    }
    Optional<String> named = fields.text(NAME, EventType.MAX_LENGTH);
    if (named.isPresent() && !named.get().equals(name)) {
      fields.reject(NAME, "differs from the name in the path");
    }
    TenantId tenant = Access.tenantOf(context, fields);
    Optional<String> description = fields.text("description", RegisteredType.MAX_DESCRIPTION);
    Optional<JsonBytes> schema = fields.bytes("schema");
    fields.check();
    var type = new EventType(name);
    RegisteredType seen = null;
    if (EntityTags.isConditional(context)) {
      seen = useCases.types().find(tenant, type).orElse(null);
      requireMatch(context, seen);
    }
    return new RegisterEventType.Command(
        tenant, type, description.orElse(null), schema.orElse(null), seen);
  }

  private void remove(Context context) {
    RegisteredType seen = find(context);
    requireMatch(context, seen);
    if (!useCases.removeType().remove(Access.tenantOf(context), nameOf(context))) {
      throw notFound();
    }
    AuditTrail.removed(context, EventTypeView.of(seen));
    context.status(204);
  }

  /** What cannot be a name is not there, like any other that is not. */
  private static EventType nameOf(Context context) {
    String name = context.pathParam(NAME);
    if (!EventType.isValid(name)) {
      throw notFound();
    }
    return new EventType(name);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}

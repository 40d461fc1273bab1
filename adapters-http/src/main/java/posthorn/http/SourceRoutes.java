package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import posthorn.application.inbound.ChangeSource;
import posthorn.application.inbound.CreateSource;
import posthorn.application.inbound.RotateSourceSecret;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.VerificationKey;
import posthorn.domain.tenant.TenantId;

/** {@code /v1/sources}: who sends us webhooks. */
final class SourceRoutes implements Routes {
  private static final String PATH = "/v1/sources";
  private static final String ONE = PATH + "/{id}";
  private static final String KIND = "source";
  private static final String ACTIVE = "active";

  private final HttpServer.UseCases.OfSources useCases;
  private final InstantSource clock;

  SourceRoutes(HttpServer.UseCases.OfSources useCases, InstantSource clock) {
    this.useCases = useCases;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(PATH, MANAGE, this::create)
        .as(
            answering("Registers a source of webhooks", 201, SourceView.class)
                .taking("SourceRequest"));
    api.get(PATH, READ, this::list)
        .takes("limit", "cursor", ACTIVE)
        .as(listing("Lists the sources, oldest first", SourceView.class));
    api.get(ONE, READ, context -> show(context, find(context)))
        .as(answering("Shows a source", 200, SourceView.class));
    RouteText changing =
        answering("Changes what is mentioned; null is the kind's own", 200, SourceView.class)
            .taking("SourceChange");
    api.put(ONE, MANAGE, this::change).as(changing);
    api.patch(ONE, MANAGE, this::change).as(changing);
    api.delete(ONE, MANAGE, this::remove).as(silent("Removes a source, and with it its routes"));
    api.post(ONE + "/rotate-secret", MANAGE, this::rotate)
        .as(
            answering(
                    "Gives it another secret, which is shown only this once if it is made here",
                    200,
                    SourceView.class)
                .taking("RotateSecretRequest"));
  }

  private void create(Context context) {
    RequestFields fields = RequestBody.fields(context, SourceFields.DEPTH);
    TenantId tenant = Access.tenantOf(context, fields);
    Optional<String> name = SourceFields.nameOf(fields, null);
    Optional<SourceSettings> settings = SourceFields.settingsOf(fields, null);
    VerificationKey key = SourceFields.keyOf(fields);
    boolean active = fields.flag(ACTIVE).orElse(true);
    fields.check();

    var command =
        new CreateSource.Command(tenant, name.orElseThrow(), settings.orElseThrow(), key, active);
    switch (useCases.createSource().create(command, clock.instant())) {
      case CreateSource.Result.Created(Source source) -> {
        context.status(201).header("Location", PATH + "/" + source.id());
        AuditTrail.created(context, SourceView.audited(source));
        answer(context, source, key == null);
      }
      case CreateSource.Result.KeyRefused(String reason) ->
          refuse(fields, SourceFields.SECRET, reason);
      case CreateSource.Result.TooMany(int limit) ->
          throw new ProblemException(
              Problem.of(
                  422,
                  "too_many_sources",
                  "There are too many sources",
                  "a tenant has at most " + limit));
    }
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String after =
        parameters.id("cursor", SourceId.PREFIX, SourceId::new).map(SourceId::value).orElse("");
    Optional<Boolean> active = parameters.flag(ACTIVE);
    parameters.check();
    List<Source> found =
        useCases.sources().of(Access.tenantOf(context)).stream()
            .filter(source -> source.id().value().compareTo(after) > 0)
            .filter(source -> active.isEmpty() || source.active() == active.get())
            .limit(limit + 1L)
            .toList();
    boolean whole = UrlSight.isWhole(context);
    context.json(
        PageView.of(
            found, limit, source -> SourceView.of(source, whole), last -> last.id().value()));
  }

  private void change(Context context) {
    Source seen = find(context);
    EntityTags.requireMatch(context, EntityTags.ofVersion(seen.version()));
    RequestFields fields = RequestBody.fields(context, SourceFields.DEPTH);
    Optional<String> name = SourceFields.nameOf(fields, seen);
    Optional<SourceSettings> settings = SourceFields.settingsOf(fields, seen);
    boolean active = fields.mentions(ACTIVE) ? fields.flag(ACTIVE).orElse(true) : seen.active();
    fields.check();

    var command =
        new ChangeSource.Command(seen, name.orElseThrow(), settings.orElseThrow(), active);
    switch (useCases.changeSource().change(command, clock.instant())) {
      case ChangeSource.Result.Changed(Source source) -> {
        AuditTrail.changed(context, SourceView.audited(seen), SourceView.audited(source));
        show(context, source);
      }
      case ChangeSource.Result.KeyRefused(String reason) ->
          refuse(fields, SourceFields.KIND, "does not fit the source's secret, which " + reason);
      case ChangeSource.Result.Outdated() -> throw new ProblemException(Problem.outdated());
    }
  }

  private void remove(Context context) {
    Source seen = find(context);
    EntityTags.requireMatch(context, EntityTags.ofVersion(seen.version()));
    if (!useCases.removeSource().remove(seen.tenant(), seen.id())) {
      throw notFound();
    }
    AuditTrail.removed(context, SourceView.audited(seen));
    context.status(204);
  }

  private void rotate(Context context) {
    RequestFields fields = RequestBody.optionalFields(context);
    Source seen = find(context);
    VerificationKey next = SourceFields.keyOf(fields, Optional.of(seen.settings().scheme()));
    Duration overlap = WebhookActionRoutes.overlapOf(fields).orElse(RotatingSecret.DEFAULT_OVERLAP);
    fields.check();

    var result =
        useCases.rotateSecret().rotate(seen.tenant(), seen.id(), next, overlap, clock.instant());
    switch (result) {
      case RotateSourceSecret.Result.Rotated(Source source) -> {
        AuditTrail.changed(context, SourceView.audited(seen), SourceView.audited(source));
        answer(context, source, next == null);
      }
      case RotateSourceSecret.Result.Refused(String reason) ->
          refuse(fields, SourceFields.SECRET, reason);
      case RotateSourceSecret.Result.NotFound() -> throw notFound();
    }
  }

  private static void show(Context context, Source source) {
    answer(context, source, false);
  }

  /** A secret that its owner brought is not told to anybody, not even to them. */
  private static void answer(Context context, Source source, boolean made) {
    EntityTags.set(context, EntityTags.ofVersion(source.version()));
    context.json(
        made ? SourceView.withSecret(source) : SourceView.of(source, UrlSight.isWhole(context)));
  }

  private static void refuse(RequestFields fields, String field, String reason) {
    fields.reject(field, reason);
    fields.check();
  }

  private Source find(Context context) {
    return useCases
        .sources()
        .find(Access.tenantOf(context), idOf(context))
        .orElseThrow(SourceRoutes::notFound);
  }

  private static SourceId idOf(Context context) {
    return PathIds.of(context, "id", SourceId.PREFIX, KIND, SourceId::new);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}

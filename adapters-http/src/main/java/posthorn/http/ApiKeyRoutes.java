package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import posthorn.application.access.AddApiKey;
import posthorn.application.access.CreateApiKey;
import posthorn.application.access.RemoveApiKey;
import posthorn.application.port.ApiKeys;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

/** {@code /v1/api-keys}: a tenant's own; operators' keys are for operators to see. */
final class ApiKeyRoutes implements Routes {
  private static final String PATH = "/v1/api-keys";
  private static final String ONE = PATH + "/{id}";
  private static final String KIND = "API key";
  private static final String EXPIRY = "expires_at";

  private final ApiKeys keys;
  private final CreateApiKey createApiKey;
  private final RemoveApiKey removeApiKey;
  private final InstantSource clock;

  ApiKeyRoutes(HttpServer.UseCases.OfKeys useCases, InstantSource clock) {
    this.keys = useCases.keys();
    this.createApiKey = useCases.createApiKey();
    this.removeApiKey = useCases.removeApiKey();
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(PATH, MANAGE, this::create)
        .as(
            answering("Makes a key, which is shown only this once", 201, ApiKeyView.class)
                .taking("ApiKeyRequest"));
    api.get(PATH, MANAGE, this::list)
        .takes("limit", "cursor")
        .as(listing("Lists the keys", ApiKeyView.class));
    api.get(ONE, MANAGE, this::show).as(answering("Shows a key", 200, ApiKeyView.class));
    api.delete(ONE, MANAGE, this::delete).as(silent("Removes a key; it opens nothing any more"));
  }

  private void create(Context context) {
    Instant now = clock.instant();
    RequestFields fields = RequestBody.fields(context, 1);
    TenantId tenant = Access.tenantOf(context, fields);
    fields.require("role");
    Optional<Role> role = fields.named("role", Role::named, Role::names);
    String name = fields.line("name", ApiKey.MAX_NAME_LENGTH).orElse(null);
    Instant expiresAt = fields.time(EXPIRY).orElse(null);
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      fields.reject(EXPIRY, "must be in the future");
    }
    fields.check();

    Role by = Access.callerOf(context).key().role();
    var command = new AddApiKey.Command(by, tenant, role.orElseThrow(), name, expiresAt);
    switch (createApiKey.create(command, now)) {
      case CreateApiKey.Result.Created(ApiKey key, String text) -> {
        noteChange(context, key);
        AuditTrail.created(context, ApiKeyView.of(key));
        context
            .status(201)
            .header("Location", PATH + "/" + key.id())
            .json(ApiKeyView.withText(key, text));
      }
      case CreateApiKey.Result.NotPermitted() ->
          ProblemMapper.answer(context, Problem.forbidden(by));
      case CreateApiKey.Result.QuotaExceeded(int limit) ->
          ProblemMapper.answer(context, Problem.quotaExceeded(Quotas.MAX_API_KEYS, limit));
    }
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String after =
        parameters.id("cursor", ApiKeyId.PREFIX, ApiKeyId::new).map(ApiKeyId::value).orElse("");
    parameters.check();

    List<ApiKey> found =
        keys.of(Access.tenantOf(context)).stream()
            .filter(key -> key.id().value().compareTo(after) > 0)
            .filter(key -> maySee(context, key))
            .limit(limit + 1L)
            .toList();
    context.json(PageView.of(found, limit, ApiKeyView::of, last -> last.id().value()));
  }

  private void show(Context context) {
    context.json(
        keys.find(idOf(context))
            .filter(key -> key.tenant().equals(Access.tenantOf(context)) && maySee(context, key))
            .map(ApiKeyView::of)
            .orElseThrow(ApiKeyRoutes::notFound));
  }

  private void delete(Context context) {
    Role by = Access.callerOf(context).key().role();
    Optional<ApiKey> seen = keys.find(idOf(context));
    switch (removeApiKey.remove(by, Access.tenantOf(context), idOf(context), clock.instant())) {
      case RemoveApiKey.Result.Removed() -> {
        seen.ifPresent(key -> {
          noteChange(context, key);
          AuditTrail.removed(context, ApiKeyView.of(key));
        });
        context.status(204);
      }
      case RemoveApiKey.Result.NotFound() -> throw notFound();
      case RemoveApiKey.Result.LastOperatorKey() ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  409,
                  "last_operator_key",
                  "The key cannot be removed",
                  "nobody could do an operator's work without it; make another first"));
    }
  }

  /** An operator's key opens every tenant, so a change of it is no tenant's to see. */
  private static void noteChange(Context context, ApiKey key) {
    if (key.role() == Role.OPERATOR) {
      Access.changes(context, TenantId.SYSTEM);
    }
  }

  private static boolean maySee(Context context, ApiKey key) {
    return Access.callerOf(context).key().role().governs(key.role());
  }

  private static ApiKeyId idOf(Context context) {
    return PathIds.of(context, "id", ApiKeyId.PREFIX, KIND, ApiKeyId::new);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}

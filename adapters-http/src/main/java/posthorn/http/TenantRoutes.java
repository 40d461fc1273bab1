package posthorn.http;

import static posthorn.domain.access.Permission.OPERATE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import posthorn.application.port.Tenants;
import posthorn.application.retention.Retentions;
import posthorn.application.tenants.ChangeTenant;
import posthorn.application.tenants.CreateTenant;
import posthorn.application.tenants.RemoveTenant;
import posthorn.domain.access.Permission;
import posthorn.domain.tenancy.RetentionChoices;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;
import posthorn.domain.webhook.WebhookId;

/** {@code /v1/tenants}: for operators; others may look at their own. */
final class TenantRoutes implements Routes {
  private static final String PATH = "/v1/tenants";
  private static final String ONE = PATH + "/{id}";
  private static final String KIND = "tenant";

  private final Tenants tenants;
  private final CreateTenant createTenant;
  private final ChangeTenant changeTenant;
  private final RemoveTenant removeTenant;
  private final Retentions retentions;
  private final DefaultsFields defaults;
  private final InstantSource clock;

  TenantRoutes(
      HttpServer.UseCases.OfTenants useCases, DefaultsFields defaults, InstantSource clock) {
    this.tenants = useCases.tenants();
    this.createTenant = useCases.createTenant();
    this.changeTenant = useCases.changeTenant();
    this.removeTenant = useCases.removeTenant();
    this.retentions = useCases.retentions();
    this.defaults = defaults;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.post(PATH, OPERATE, this::create)
        .as(answering("Adds a tenant", 201, TenantView.class).taking("TenantRequest"));
    api.get(PATH, OPERATE, this::list)
        .takes("limit", "cursor")
        .as(listing("Lists the tenants", TenantView.class));
    api.get(ONE, READ, this::show).as(answering("Shows a tenant", 200, TenantView.class));
    api.patch(ONE, OPERATE, this::change)
        .as(
            answering("Changes what is mentioned; null clears it", 200, TenantView.class)
                .taking("TenantChange"));
    api.delete(ONE, OPERATE, this::delete).as(silent("Removes a tenant that has nothing any more"));
  }

  private void create(Context context) {
    RequestFields fields = RequestBody.fields(context, DefaultsFields.DEPTH);
    Optional<TenantId> id = fields.text("id", TenantId::isValid, TenantId.RULE).map(TenantId::new);
    fields.require("name");
    Optional<String> name = fields.line("name", Tenant.MAX_NAME_LENGTH);
    Quotas quotas = QuotaFields.changed(fields, Quotas.NONE);
    PolicyChoices choices = defaults.changed(fields, PolicyChoices.NONE);
    RetentionChoices retention = RetentionFields.changed(fields, RetentionChoices.NONE);
    fields.check();

    var command =
        new CreateTenant.Command(id.orElse(null), name.orElseThrow(), quotas, choices, retention);
    switch (createTenant.create(command, clock.instant())) {
      case CreateTenant.Result.Created(Tenant tenant) -> {
        AuditTrail.created(context, viewOf(tenant));
        context.status(201).header("Location", PATH + "/" + tenant.id()).json(viewOf(tenant));
      }
      case CreateTenant.Result.Exists(TenantId taken) ->
          ProblemMapper.answer(
              context,
              Problem.of(
                  409,
                  "tenant_exists",
                  "The tenant exists",
                  "there is, or was, one with the id '" + taken + "'"));
    }
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    String after = parameters.valid("cursor", TenantId::isValid, TenantId.RULE).orElse("");
    parameters.check();

    List<Tenant> found =
        tenants.all().stream()
            .filter(tenant -> tenant.id().value().compareTo(after) > 0)
            .limit(limit + 1L)
            .toList();
    context.json(PageView.of(found, limit, this::viewOf, last -> last.id().value()));
  }

  private void show(Context context) {
    TenantId id = idOf(context);
    Caller caller = Access.callerOf(context);
    boolean mayKnow =
        caller.key().role().may(Permission.OPERATE) || id.equals(caller.key().tenant());
    context.json(
        tenants
            .find(id)
            .filter(_ -> mayKnow)
            .map(this::viewOf)
            .orElseThrow(TenantRoutes::notFound));
  }

  private void change(Context context) {
    TenantId id = idOf(context);
    if (tenants.find(id).isEmpty()) {
      throw notFound();
    }
    RequestFields fields = RequestBody.fields(context, DefaultsFields.DEPTH);
    Optional<String> name = fields.line("name", Tenant.MAX_NAME_LENGTH);

    var before = new AtomicReference<Tenant>();
    UnaryOperator<Tenant> change =
        seen -> {
          before.set(seen);
          Tenant changed =
              seen.with(name.orElse(seen.name()), QuotaFields.changed(fields, seen.quotas()))
                  .with(defaults.changed(fields, seen.defaults()))
                  .with(RetentionFields.changed(fields, seen.retention()));
          // Here, as the request may contradict what is there by now.
          fields.check();
          return changed;
        };
    switch (changeTenant.change(id, change)) {
      case ChangeTenant.Result.Changed(Tenant tenant) -> {
        AuditTrail.changed(context, viewOf(before.get()), viewOf(tenant));
        context.json(viewOf(tenant));
      }
      case ChangeTenant.Result.NotFound() -> throw notFound();
      case ChangeTenant.Result.HeaderTaken(String header, WebhookId webhook) -> {
        fields.reject(
            DefaultsFields.FIELD + ".signature_schemes",
            "set the header '" + header + "', which " + webhook + " has as one of its own");
        fields.check();
      }
    }
  }

  private void delete(Context context) {
    Optional<Tenant> seen = tenants.find(idOf(context));
    switch (removeTenant.remove(idOf(context))) {
      case RemoveTenant.Result.Removed() -> {
        seen.ifPresent(tenant -> AuditTrail.removed(context, viewOf(tenant)));
        context.status(204);
      }
      case RemoveTenant.Result.NotFound() -> throw notFound();
      case RemoveTenant.Result.InUse() ->
          ProblemMapper.answer(
              context, inUse("it still has webhooks, API keys or event types; remove those first"));
      case RemoveTenant.Result.Needed() ->
          ProblemMapper.answer(context, inUse("the tenant 'default' is always there"));
    }
  }

  private TenantView viewOf(Tenant tenant) {
    return TenantView.of(tenant, retentions.of(tenant));
  }

  private static Problem inUse(String detail) {
    return Problem.of(409, "tenant_in_use", "The tenant cannot be removed", detail);
  }

  /** Unlike other ids, a tenant's is chosen by people. */
  private static TenantId idOf(Context context) {
    String text = context.pathParam("id");
    if (!TenantId.isValid(text)) {
      throw notFound();
    }
    return new TenantId(text);
  }

  private static ProblemException notFound() {
    return new ProblemException(Problem.notFound(KIND));
  }
}

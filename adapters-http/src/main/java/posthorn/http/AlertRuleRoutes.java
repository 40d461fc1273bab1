package posthorn.http;

import static posthorn.domain.access.Permission.MANAGE;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;
import static posthorn.http.RouteText.silent;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.alerts.ChangeAlertRule;
import posthorn.application.alerts.EffectiveRules;
import posthorn.application.port.AlertRuleOverrides;
import posthorn.domain.alert.AlertRule;
import posthorn.domain.alert.AlertRules;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.alert.Severity;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** {@code /v1/alert-rules}: the server's, for operators who name no tenant; else a tenant's. */
final class AlertRuleRoutes implements Routes {
  private static final String ONE = "/v1/alert-rules/{name}";
  private static final String KIND = "alert rule";
  private static final long MOST_SECONDS = Duration.ofDays(30).toSeconds();
  private static final long MOST_CALLS = 1_000_000;

  private final EffectiveRules rules;
  private final AlertRuleOverrides overrides;
  private final ChangeAlertRule changeRule;

  AlertRuleRoutes(HttpServer.UseCases.OfAlerts useCases) {
    this.rules = useCases.rules();
    this.overrides = useCases.stores().overrides();
    this.changeRule = useCases.changeRule();
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/alert-rules", READ, this::list)
        .as(listing("Lists the alert rules as they hold", AlertRuleView.class));
    RouteText change =
        answering("Changes what is mentioned; null is as before", 200, AlertRuleView.class)
            .taking("AlertRuleChange");
    api.put(ONE, MANAGE, this::change).as(change);
    api.patch(ONE, MANAGE, this::change).as(change);
    api.delete(ONE, MANAGE, this::reset)
        .as(silent("Has the rule be again as it is without the change"));
  }

  private void list(Context context) {
    TenantId tenant = AlertLevel.of(context);
    AlertRules effective = rules.of(tenant);
    context.json(PageView.whole(effective.rules(), rule -> viewOf(rule, effective, tenant)));
  }

  private AlertRuleView viewOf(AlertRule rule, AlertRules effective, @Nullable TenantId tenant) {
    boolean enabled = !effective.off().contains(rule.name());
    return AlertRuleView.of(rule, enabled, tenant, setBy(rule.name(), tenant));
  }

  private Optional<AlertRuleView> viewOf(String name, @Nullable TenantId tenant) {
    AlertRules effective = rules.of(tenant);
    return effective.named(name).map(rule -> viewOf(rule, effective, tenant));
  }

  private String setBy(String rule, @Nullable TenantId tenant) {
    if (tenant != null && overrides.of(tenant).containsKey(rule)) {
      return "tenant";
    }
    return overrides.of(null).containsKey(rule) ? "server" : "default";
  }

  private void change(Context context) {
    String name = context.pathParam("name");
    RequestFields fields = RequestBody.fields(context, 1);
    TenantId tenant = AlertLevel.of(context, fields);
    Access.changes(context, tenant);
    // Whatever is there now: what is wrong with the request does not depend on it.
    changed(fields, new RuleOverride(null, null, null, null, null, null));
    fields.check();
    Optional<AlertRuleView> before = viewOf(name, tenant);
    switch (changeRule.change(tenant, name, seen -> changed(fields, seen))) {
      case ChangeAlertRule.Result.Done() -> {
        AlertRuleView after = viewOf(name, tenant).orElseThrow();
        AuditTrail.changed(context, before.orElseThrow(), after);
        context.json(after);
      }
      case ChangeAlertRule.Result.NoSuchRule() ->
          throw new ProblemException(Problem.notFound(KIND));
      case ChangeAlertRule.Result.Wrong(List<FieldError> errors) ->
          ProblemMapper.answer(
              context, Problem.invalid(errors.stream().map(AlertRuleRoutes::named).toList()));
    }
  }

  private static FieldError named(FieldError error) {
    boolean seconds = error.field().equals("hold") || error.field().equals("clear");
    return seconds ? new FieldError(error.field() + "_seconds", error.message()) : error;
  }

  private static RuleOverride changed(RequestFields fields, RuleOverride seen) {
    Long calls = number(fields, "minimum_calls", 1, MOST_CALLS);
    return new RuleOverride(
        fields.mentions("enabled") ? fields.flag("enabled").orElse(null) : seen.enabled(),
        fields.mentions("severity")
            ? fields.named("severity", Severity::named, Severity::names).orElse(null)
            : seen.severity(),
        fields.mentions("threshold") ? fields.decimal("threshold").orElse(null) : seen.threshold(),
        fields.mentions("minimum_calls")
            ? (calls == null ? null : calls.intValue())
            : seen.minimumCalls(),
        fields.mentions("hold_seconds") ? seconds(fields, "hold_seconds") : seen.hold(),
        fields.mentions("clear_seconds") ? seconds(fields, "clear_seconds") : seen.clear());
  }

  private static @Nullable Duration seconds(RequestFields fields, String name) {
    Long seconds = number(fields, name, 0, MOST_SECONDS);
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }

  private static @Nullable Long number(RequestFields fields, String name, long least, long most) {
    Long value = fields.number(name).orElse(null);
    if (value != null && (value < least || value > most)) {
      fields.reject(name, "must be " + least + " to " + most);
      return null;
    }
    return value;
  }

  private void reset(Context context) {
    TenantId tenant = AlertLevel.of(context);
    Access.changes(context, tenant);
    String name = context.pathParam("name");
    Optional<AlertRuleView> before = viewOf(name, tenant);
    switch (changeRule.reset(tenant, name)) {
      case ChangeAlertRule.Result.Done() -> {
        before.ifPresent(view -> AuditTrail.removed(context, view));
        context.status(204);
      }
      case ChangeAlertRule.Result.NoSuchRule(), ChangeAlertRule.Result.Wrong(_) ->
          throw new ProblemException(Problem.notFound(KIND));
    }
  }
}

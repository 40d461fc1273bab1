package posthorn.http;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import posthorn.application.port.AlertQuery;
import posthorn.application.port.Alerts;
import posthorn.application.port.Webhooks;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertId;
import posthorn.domain.alert.AlertRule;
import posthorn.domain.alert.AlertRules;
import posthorn.domain.webhook.WebhookId;

/** {@code GET /v1/alerts}: those that are active, and those that were. */
final class AlertRoutes implements Routes {
  private static final Map<String, String> STATES =
      Map.of(AlertView.ACTIVE, AlertView.ACTIVE, AlertView.RESOLVED, AlertView.RESOLVED);
  private static final Map<String, String> RULES =
      AlertRules.defaults().rules().stream()
          .map(AlertRule::name)
          .collect(toMap(identity(), identity()));

  private final Alerts alerts;
  private final Webhooks webhooks;

  AlertRoutes(Alerts alerts, Webhooks webhooks) {
    this.alerts = alerts;
    this.webhooks = webhooks;
  }

  @Override
  public void addTo(Api api) {
    api.get("/v1/alerts", READ, this::list)
        .takes("limit", "cursor", "from", "to", "webhook_id")
        .takes(
            Parameter.words("state", "Those that are, or those that are over", STATES.keySet()),
            Parameter.words("rule", "Those of this rule", RULES.keySet()))
        .as(listing("Lists the alerts that fired, newest first", AlertView.class));
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    Boolean active = parameters.oneOf("state", STATES).map(AlertView.ACTIVE::equals).orElse(null);
    String rule = parameters.oneOf("rule", RULES).orElse(null);
    WebhookId webhook = parameters.id("webhook_id", WebhookId.PREFIX, WebhookId::new).orElse(null);
    Instant from = parameters.time("from").orElse(null);
    Instant to = parameters.time("to").orElse(null);
    if (from != null && to != null) {
      parameters.requireOrder("from", from, "to", to);
    }
    AlertId cursor = parameters.id("cursor", AlertId.PREFIX, AlertId::new).orElse(null);
    parameters.check();

    List<Alert> found =
        alerts.list(
            new AlertQuery(
                AlertLevel.of(context), active, rule, webhook, from, to, cursor, limit + 1));
    context.json(PageView.of(found, limit, this::viewOf, last -> last.id().value()));
  }

  private AlertView viewOf(Alert alert) {
    return AlertView.of(alert, alert.key().subject().webhook().flatMap(webhooks::find));
  }
}

package posthorn.application.alerts;

import java.util.Optional;
import posthorn.domain.alert.Alert;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.webhook.Webhook;

/** An alert as something to tell. */
final class AlertTidings {
  private static final EventType FIRED = new EventType("posthorn.alert.fired");
  private static final EventType RESOLVED = new EventType("posthorn.alert.resolved");

  private AlertTidings() {}

  static Tidings of(Alert alert, Optional<Webhook> webhook) {
    Alert.Resolution end = alert.resolved();
    String rule = alert.key().rule();
    String message = AlertWords.message(alert, webhook);
    String title = (end == null ? "" : "Resolved: ") + message;
    var text = new StringBuilder(title).append(".\n\n");
    text.append("Alert    ").append(alert.id()).append(" (").append(rule).append(", ");
    text.append(alert.severity().wireName()).append(")\n");
    text.append("Tenant   ").append(alert.tenant()).append('\n');
    text.append("Fired    ").append(alert.firedAt()).append('\n');
    if (end != null) {
      text.append("Resolved ").append(end.at()).append('\n');
    } else {
      text.append("\nWhat to do: ").append(AlertWords.advice(rule)).append('\n');
    }
    return new Tidings(
        end == null ? FIRED : RESOLVED,
        alert.severity(),
        title,
        text.toString(),
        data(alert, webhook, message));
  }

  private static JsonBytes data(Alert alert, Optional<Webhook> webhook, String message) {
    Alert.Resolution end = alert.resolved();
    return new JsonText()
        .text("alert_id", alert.id().value())
        .text("rule", alert.key().rule())
        .text("severity", alert.severity().wireName())
        .text("state", end == null ? "active" : "resolved")
        .text("tenant_id", alert.tenant().value())
        .text("scope", alert.key().subject().scope().wireName())
        .text("subject", alert.key().subject().id())
        .text("webhook_id", webhook.map(each -> each.id().value()).orElse(null))
        .text("webhook_name", webhook.map(each -> each.settings().name()).orElse(null))
        .number("value", alert.value())
        .number("threshold", alert.threshold())
        .text("message", message)
        .text("advice", AlertWords.advice(alert.key().rule()))
        .text("fired_at", alert.firedAt().toString())
        .text("resolved_at", end == null ? null : end.at().toString())
        .bytes();
  }
}

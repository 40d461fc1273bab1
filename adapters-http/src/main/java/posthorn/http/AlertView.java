package posthorn.http;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.alerts.AlertWords;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.Subject;
import posthorn.domain.webhook.Webhook;

/** An alert as the API shows it. */
record AlertView(
    String id,
    String tenantId,
    String rule,
    String severity,
    String state,
    String scope,
    String subject,
    @Nullable String webhookId,
    String message,
    String advice,
    double value,
    double threshold,
    Instant firedAt,
    @Nullable Instant resolvedAt,
    @Nullable Double resolvedValue) {
  static final String ACTIVE = "active";
  static final String RESOLVED = "resolved";

  static AlertView of(Alert alert, Optional<Webhook> webhook) {
    Subject subject = alert.key().subject();
    Alert.Resolution end = alert.resolved();
    return new AlertView(
        alert.id().value(),
        alert.tenant().value(),
        alert.key().rule(),
        alert.severity().wireName(),
        end == null ? ACTIVE : RESOLVED,
        subject.scope().wireName(),
        subject.id(),
        subject.webhook().map(id -> id.value()).orElse(null),
        AlertWords.message(alert, webhook),
        AlertWords.advice(alert.key().rule()),
        alert.value(),
        alert.threshold(),
        alert.firedAt(),
        end == null ? null : end.at(),
        end == null ? null : end.value());
  }
}

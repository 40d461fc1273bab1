package posthorn.application.alerts;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import posthorn.domain.alert.DigestMessage;
import posthorn.domain.alert.Severity;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** Deliveries that were given up, as something to tell. */
final class DigestTidings {
  private static final EventType TYPE = new EventType("posthorn.dead_letters");

  /** Longer mails nobody reads. */
  private static final int MOST_LINES = 50;

  private DigestTidings() {}

  static Tidings of(
      TenantId tenant, DigestMessage message, Function<WebhookId, Optional<Webhook>> webhooks) {
    long total = message.total();
    String title = total == 1 ? "1 delivery was given up" : total + " deliveries were given up";
    var text = new StringBuilder(title);
    text.append(", from ").append(message.from()).append(" to ").append(message.until());
    text.append(":\n\n");
    message.lines().stream()
        .limit(MOST_LINES)
        .forEach(line ->
            text.append("- ")
                .append(line.count())
                .append(" to ")
                .append(
                    webhooks
                        .apply(line.webhook())
                        .map(AlertWords::name)
                        .orElse("webhook " + line.webhook()))
                .append(": ")
                .append(words(line.reason()))
                .append('\n'));
    if (message.lines().size() > MOST_LINES) {
      text.append("- and more of ").append(message.lines().size() - MOST_LINES).append(" kinds\n");
    }
    text.append("\nWhat to do: repair the receiver, or change the webhook's URL with PATCH")
        .append(" /v1/webhooks/{id}. Then look at what died with GET /v1/dlq, and replay it with")
        .append(" POST /v1/dlq/retry-batch.\n");
    return new Tidings(TYPE, Severity.WARNING, title, text.toString(), data(tenant, message));
  }

  private static JsonBytes data(TenantId tenant, DigestMessage message) {
    String lines =
        message.lines().stream()
            .limit(MOST_LINES)
            .map(line ->
                new JsonText()
                    .text("webhook_id", line.webhook().value())
                    .text("dead_reason", line.reason().wireName())
                    .raw("count", Long.toString(line.count()))
                    .object())
            .collect(Collectors.joining(",", "[", "]"));
    return new JsonText()
        .text("tenant_id", tenant.value())
        .raw("total", Long.toString(message.total()))
        .text("from", message.from().toString())
        .text("to", message.until().toString())
        .raw("webhooks", lines)
        .bytes();
  }

  private static String words(DeadReason reason) {
    return switch (reason) {
      case ATTEMPTS_EXHAUSTED -> "every attempt failed";
      case PERMANENT_STATUS -> "the receiver's answer is final";
      case SSL_LIMIT -> "TLS failed too often; check the receiver's certificate";
      case ABORTED_BY_RECEIVER -> "the receiver asked not to be sent them again";
      case EXPIRED ->
          "they got older than their webhook's max_age, or would have before their next attempt";
    };
  }
}

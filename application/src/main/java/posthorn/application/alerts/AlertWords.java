package posthorn.application.alerts;

import java.util.Locale;
import java.util.Optional;
import posthorn.domain.alert.Alert;
import posthorn.domain.field.PlainText;
import posthorn.domain.webhook.Webhook;

/** What an alert says to people: what was seen, and what to do about it. */
public final class AlertWords {
  private AlertWords() {}

  public static String message(Alert alert, Optional<Webhook> webhook) {
    String value = number(alert.value());
    String threshold = number(alert.threshold());
    String what = subject(alert, webhook);
    return switch (alert.key().rule()) {
      case "circuit_opened" -> "The circuit of " + what + " is open: its deliveries wait";
      case "circuit_open_long" -> "The circuit of " + what + " has been open for too long";
      case "dead_letters" -> what + " has more than " + threshold + " dead letters";
      case "success_rate" ->
          "Only " + value + " % of the attempts to " + what + " succeeded in five minutes";
      case "success_drop" ->
          "The success of " + what + " is " + value + " points below what is usual for it";
      case "worker_pool" -> what + " is " + value + " % busy";
      case "queue_depth" -> "More than " + threshold + " deliveries are due and wait";
      case "storage_full" -> "The disk has no room for new events; they are refused";
      case "clock_in_doubt" -> "The clock was set or the server was down for more than a day";
      case "dead_deliveries" ->
          value + " deliveries to " + what + " were given up in the last hour";
      case "dns_failing" ->
          value + " % of the attempts to " + what + " do not find its name in the DNS";
      case "failing_for_days" -> "No attempt to " + what + " has succeeded for " + value + " hours";
      case "gone" -> what + " answered 410 Gone and is disabled";
      case "disabled" -> what + " asked for no more deliveries and is disabled";
      default -> alert.key().rule() + " of " + what + " is at " + value;
    };
  }

  public static String advice(String rule) {
    return switch (rule) {
      case "circuit_opened", "circuit_open_long", "success_rate", "success_drop" ->
          "Look at its last attempts and at the receiver's own log. Deliveries are tried again by"
              + " themselves once it answers; after a repair, PATCH its circuit-breaker with"
              + " {\"action\": \"reset\"} to be faster.";
      case "dead_letters", "dead_deliveries" ->
          "Repair the receiver, then look at what died with GET /v1/dlq/summary and replay it with"
              + " POST /v1/dlq/retry-batch.";
      case "worker_pool" ->
          "Receivers are slow or there are many: raise dispatch.max_in_flight, or give a busy"
              + " tenant a pool of its own with dispatch.pools.";
      case "queue_depth" ->
          "More is published than receivers take. Look for open circuits and slow receivers, and"
              + " raise dispatch.max_in_flight.";
      case "storage_full" ->
          "Deliveries and pruning go on. Shorten what is kept and run 'posthorn doctor --free', or"
              + " enlarge the disk. storage.min_free says how much stays free.";
      case "clock_in_doubt" ->
          "Nothing is removed and no delivery expires meanwhile. Compare the time of GET /v1/clock"
              + " with a clock that is right. If it is right, POST /v1/clock/agree; if not, set the"
              + " server's clock.";
      case "dns_failing" ->
          "Check that the host name in the webhook's URL exists and is spelt right, or change the"
              + " URL with PATCH /v1/webhooks/{id}.";
      case "failing_for_days" ->
          "Repair the receiver, change the webhook's URL, or disable it; what died meanwhile can be"
              + " replayed with POST /v1/dlq/retry-batch.";
      case "gone", "disabled" ->
          "If that was a mistake, repair the receiver and enable the webhook again with PATCH"
              + " /v1/webhooks/{id} and {\"active\": true}; if not, delete it.";
      default -> "Look at it in the API.";
    };
  }

  /** The webhook's host, but not what else is in its URL: that may be a secret. */
  static String name(Webhook webhook) {
    String name = webhook.settings().name();
    return (name == null ? "webhook " : "webhook '" + PlainText.cleaned(name) + "' ")
        + webhook.id()
        + " at "
        + webhook.url().host();
  }

  private static String subject(Alert alert, Optional<Webhook> webhook) {
    String id = alert.key().subject().id();
    return switch (alert.key().subject().scope()) {
      case WEBHOOK -> webhook.map(AlertWords::name).orElse("webhook " + id);
      case TENANT -> "tenant " + id;
      case POOL -> "worker pool " + id;
      case SERVER -> "the server";
    };
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}

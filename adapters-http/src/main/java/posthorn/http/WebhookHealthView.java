package posthorn.http;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitHealth;
import posthorn.domain.statistics.Tally;
import posthorn.domain.webhook.Webhook;
import posthorn.http.TallyView.PercentilesView;

/**
 * How a webhook is doing.
 *
 * @param errorDistribution failed attempts of the last 24 hours by category
 * @param durationMs of the attempts of the last 24 hours
 */
record WebhookHealthView(
    String webhookId,
    String status,
    CircuitStateView circuitBreaker,
    Map<String, TallyView> recent,
    Map<String, Long> errorDistribution,
    PercentilesView durationMs,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt) {

  /** What was counted in each of these times. */
  record Counted(Tally fiveMinutes, Tally hour, Tally day, Tally ever) {}

  static WebhookHealthView of(Webhook webhook, CircuitHealth circuit, Counted counted) {
    return new WebhookHealthView(
        webhook.id().value(),
        webhook.status().wireName(),
        CircuitStateView.of(webhook.id(), circuit),
        recent(counted),
        TallyView.failuresOf(counted.day()),
        PercentilesView.of(counted.day().durations()),
        counted.ever().lastSuccessAt(),
        counted.ever().lastFailureAt());
  }

  private static Map<String, TallyView> recent(Counted counted) {
    var recent = new LinkedHashMap<String, TallyView>();
    recent.put("last_5_minutes", TallyView.of(counted.fiveMinutes()));
    recent.put("last_hour", TallyView.of(counted.hour()));
    recent.put("last_24_hours", TallyView.of(counted.day()));
    return recent;
  }
}

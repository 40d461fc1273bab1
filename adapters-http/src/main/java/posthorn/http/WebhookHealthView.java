package posthorn.http;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitHealth;
import posthorn.domain.circuit.Phase;
import posthorn.domain.statistics.Tally;
import posthorn.domain.webhook.Webhook;
import posthorn.http.TallyView.PercentilesView;

/**
 * How a webhook is doing.
 *
 * @param errorDistribution failed attempts of the last 24 hours by category
 * @param durationMs of the attempts of the last 24 hours
 * @param deadLetters those that were not replayed since they died
 * @param replayOffered whether there are any, and its circuit is closed
 */
record WebhookHealthView(
    String webhookId,
    String status,
    CircuitStateView circuitBreaker,
    Map<String, TallyView> recent,
    Map<String, Long> errorDistribution,
    PercentilesView durationMs,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt,
    int deadLetters,
    boolean replayOffered) {

  /** What was counted in each of these times. */
  record Counted(Tally fiveMinutes, Tally hour, Tally day, Tally ever) {}

  static WebhookHealthView of(
      Webhook webhook, CircuitHealth circuit, Counted counted, int deadLetters) {
    return new WebhookHealthView(
        webhook.id().value(),
        webhook.status().wireName(),
        CircuitStateView.of(webhook.id(), circuit),
        recent(counted),
        TallyView.failuresOf(counted.day()),
        PercentilesView.of(counted.day().durations()),
        counted.ever().lastSuccessAt(),
        counted.ever().lastFailureAt(),
        deadLetters,
        deadLetters > 0 && circuit.phase() == Phase.CLOSED);
  }

  private static Map<String, TallyView> recent(Counted counted) {
    var recent = new LinkedHashMap<String, TallyView>();
    recent.put("last_5_minutes", TallyView.of(counted.fiveMinutes()));
    recent.put("last_hour", TallyView.of(counted.hour()));
    recent.put("last_24_hours", TallyView.of(counted.day()));
    return recent;
  }
}

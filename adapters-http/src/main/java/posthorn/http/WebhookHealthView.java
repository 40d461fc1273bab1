package posthorn.http;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
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
    Recent recent,
    Map<String, Long> errorDistribution,
    PercentilesView durationMs,
    @Nullable Instant lastSuccessAt,
    @Nullable Instant lastFailureAt) {

  record Recent(
      @JsonProperty("last_5_minutes") TallyView last5Minutes,
      TallyView lastHour,
      @JsonProperty("last_24_hours") TallyView last24Hours) {}

  /** What was counted in each of these times. */
  record Counted(Tally fiveMinutes, Tally hour, Tally day, Tally ever) {}

  static WebhookHealthView of(Webhook webhook, CircuitHealth circuit, Counted counted) {
    return new WebhookHealthView(
        webhook.id().value(),
        webhook.status().wireName(),
        CircuitStateView.of(webhook.id(), circuit),
        new Recent(
            TallyView.of(counted.fiveMinutes()),
            TallyView.of(counted.hour()),
            TallyView.of(counted.day())),
        TallyView.failuresOf(counted.day()),
        PercentilesView.of(counted.day().durations()),
        counted.ever().lastSuccessAt(),
        counted.ever().lastFailureAt());
  }
}

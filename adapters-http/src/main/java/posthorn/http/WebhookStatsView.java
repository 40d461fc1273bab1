package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.statistics.Tally;
import posthorn.domain.webhook.WebhookId;
import posthorn.http.TallyView.PercentilesView;

/**
 * A webhook's deliveries of some time.
 *
 * @param total the deliveries that came to their end: delivered or dead
 * @param success those that were delivered
 * @param failed the attempts that failed, whatever became of their deliveries
 * @param deadLetter the deliveries that died
 * @param successRate how many of a hundred of the total were delivered; null where there was none
 * @param avgResponseTimeMs of all attempts; null where there was none
 */
record WebhookStatsView(
    String webhookId,
    Instant from,
    Instant to,
    long total,
    long success,
    long failed,
    long deadLetter,
    long attempts,
    @Nullable Double successRate,
    @Nullable Double avgResponseTimeMs,
    PercentilesView durationMs) {

  static WebhookStatsView of(WebhookId webhook, Instant from, Instant to, Tally tally) {
    long total = tally.delivered() + tally.dead();
    Double average = tally.averageMillis();
    return new WebhookStatsView(
        webhook.value(),
        from,
        to,
        total,
        tally.delivered(),
        tally.failed(),
        tally.dead(),
        tally.attempts(),
        TallyView.percentage(tally.delivered(), total),
        average == null ? null : TallyView.rounded(average),
        PercentilesView.of(tally.durations()));
  }
}

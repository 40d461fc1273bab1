package posthorn.http;

import org.jspecify.annotations.Nullable;
import posthorn.domain.statistics.Tally;
import posthorn.domain.webhook.Webhook;

/**
 * The statistics of a webhook in the words of {@code /api/webhooks/stats}.
 *
 * @param totalDeliveries the deliveries that came to their end: delivered or dead
 * @param failed the deliveries that died
 * @param successRate in percent of the total; null where there was none
 * @param avgResponseTimeMs of all attempts; null where there was none
 */
record TenantWebhookStatsView(
    String id,
    @Nullable String name,
    String url,
    long totalDeliveries,
    long successful,
    long failed,
    @Nullable Double successRate,
    @Nullable Double avgResponseTimeMs) {

  static TenantWebhookStatsView of(Webhook webhook, Tally tally, boolean wholeUrl) {
    long total = tally.delivered() + tally.dead();
    Double average = tally.averageMillis();
    return new TenantWebhookStatsView(
        webhook.id().value(),
        webhook.settings().name(),
        UrlSight.of(webhook.url(), wholeUrl),
        total,
        tally.delivered(),
        tally.dead(),
        TallyView.percentage(tally.delivered(), total),
        average == null ? null : TallyView.rounded(average));
  }
}

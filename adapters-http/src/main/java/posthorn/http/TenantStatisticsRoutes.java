package posthorn.http;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsLast;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;

import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import posthorn.application.port.Statistics;
import posthorn.application.port.Webhooks;
import posthorn.domain.statistics.Tally;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@code /api/webhooks/stats}: the older API's report of the last seven days, worst first. */
final class TenantStatisticsRoutes implements Routes {
  private static final Duration REPORTED = Duration.ofDays(7);

  private final Statistics statistics;
  private final Webhooks webhooks;
  private final InstantSource clock;

  TenantStatisticsRoutes(Statistics statistics, Webhooks webhooks, InstantSource clock) {
    this.statistics = statistics;
    this.webhooks = webhooks;
    this.clock = clock;
  }

  @Override
  public void addTo(Api api) {
    api.get("/api/webhooks/stats", READ, this::list)
        .as(
            answering(
                "The last seven days of each webhook that had deliveries, worst first",
                200,
                TenantWebhookStatsView[].class));
  }

  private void list(Context context) {
    TenantId tenant = Access.tenantOf(context);
    Instant now = clock.instant();
    Map<WebhookId, Tally> totals =
        statistics.totalByWebhook(tenant, now.minus(REPORTED), now.plusMillis(1));
    boolean whole = UrlSight.isWhole(context);
    context.json(
        webhooks.of(tenant).stream()
            .flatMap(webhook ->
                Optional.ofNullable(totals.get(webhook.id()))
                    .map(total -> TenantWebhookStatsView.of(webhook, total, whole))
                    .stream())
            .sorted(
                comparing(TenantWebhookStatsView::successRate, nullsLast(naturalOrder()))
                    .thenComparing(TenantWebhookStatsView::id))
            .toList());
  }
}

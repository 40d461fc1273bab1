package posthorn.http;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.NotificationChannels;
import posthorn.application.port.NotificationChannels.Health;
import posthorn.application.port.Statistics;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.retry.Failure;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.statistics.Tally;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** Shows channels, with how they fare. */
final class ChannelAnswers {
  private final HttpServer.UseCases.OfAlerts useCases;
  private final NotificationChannels channels;
  private final Deliveries deliveries;
  private final Statistics statistics;
  private final InstantSource clock;

  ChannelAnswers(
      HttpServer.UseCases.OfAlerts useCases,
      HttpServer.UseCases.OfDeliveries ofDeliveries,
      InstantSource clock) {
    this.useCases = useCases;
    this.channels = useCases.stores().channels();
    this.deliveries = ofDeliveries.deliveries();
    this.statistics = ofDeliveries.statistics();
    this.clock = clock;
  }

  /** For callers who may change channels, and for {@link AuditTrail}. */
  ChannelView viewOf(NotificationChannel channel) {
    return viewOf(channel, null, true);
  }

  ChannelView viewOf(Context context, NotificationChannel channel) {
    return viewOf(channel, null, UrlSight.isWhole(context));
  }

  ChannelView withSecret(NotificationChannel channel, @Nullable SigningSecret secret) {
    return viewOf(channel, secret, true);
  }

  private ChannelView viewOf(
      NotificationChannel channel, @Nullable SigningSecret secret, boolean wholeUrl) {
    if (!(channel.channel() instanceof Channel.Webhook(WebhookId id))) {
      return ChannelView.of(channel, null, channels.healthOf(channel.id()), secret, wholeUrl);
    }
    Webhook webhook = useCases.channels().webhooks().find(id).orElse(null);
    return ChannelView.of(channel, webhook, healthOf(id), secret, wholeUrl);
  }

  /** What is handed to the engine is not sent by that; what the engine knows is what counts. */
  private Health healthOf(WebhookId webhook) {
    Instant end = clock.instant().plusMillis(1);
    Tally all =
        statistics.total(new Statistics.Range(TenantId.SYSTEM, webhook, Instant.EPOCH, end));
    Instant success = all.lastSuccessAt();
    Instant failure = all.lastFailureAt();
    boolean failing = failure != null && (success == null || success.isBefore(failure));
    return new Health(success, failure, failing ? lastErrorOf(webhook) : null);
  }

  private @Nullable String lastErrorOf(WebhookId webhook) {
    return deliveries.list(new DeliveryQuery(TenantId.SYSTEM, null, webhook, null, 10)).stream()
        .map(delivery -> delivery.progress().lastFailure())
        .filter(failure -> failure != null)
        .map(Failure::message)
        .findFirst()
        .orElse(null);
  }
}

package posthorn.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.NotificationChannels.Health;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.Severity;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** A notification channel as the API shows it; its secret only when it was just made. */
record ChannelView(
    String id,
    @Nullable String tenantId,
    @Nullable String name,
    String type,
    @Nullable List<String> to,
    @Nullable String from,
    @Nullable String url,
    boolean enabled,
    List<String> rules,
    List<String> severities,
    @Nullable Instant lastSentAt,
    @Nullable Instant lastErrorAt,
    @Nullable String lastError,
    Instant createdAt,
    Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

  static ChannelView of(
      NotificationChannel channel,
      @Nullable Webhook webhook,
      Health health,
      @Nullable SigningSecret secret,
      boolean wholeUrl) {
    TenantId tenant = channel.tenant();
    Channel.Email email = channel.channel() instanceof Channel.Email mail ? mail : null;
    return new ChannelView(
        channel.id().value(),
        tenant == null ? null : tenant.value(),
        channel.name(),
        channel.channel().kind(),
        email == null ? null : email.to(),
        email == null ? null : email.from(),
        webhook == null ? null : UrlSight.of(webhook.url(), wholeUrl),
        channel.taking().enabled(),
        channel.taking().rules().stream().sorted().toList(),
        channel.taking().severities().stream().map(Severity::wireName).sorted().toList(),
        health.lastSentAt(),
        health.lastErrorAt(),
        health.lastError(),
        channel.createdAt(),
        channel.updatedAt(),
        secret == null ? null : secret.text());
  }
}

package posthorn.application.alerts;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.application.port.Ids;
import posthorn.application.port.Randomness;
import posthorn.application.port.Webhooks;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.RetrySettings;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

/**
 * The webhooks of channels. They belong to a tenant that nobody can be, so no list shows them, no
 * event but a notice reaches them, and no alert is about them.
 */
public final class ChannelWebhooks {
  private static final List<EventTypePattern> EVENTS = List.of(new EventTypePattern("posthorn.*"));

  /** An operator is not to go without alerts because of a receiver's mistake. */
  private static final Sending SENDING =
      Sending.DEFAULT.with(new RetrySettings(null, null, null, null, null, null, false, null));

  private final Webhooks webhooks;
  private final DeleteWebhook deleteWebhook;
  private final Ids ids;
  private final Randomness randomness;

  public ChannelWebhooks(
      Webhooks webhooks, DeleteWebhook deleteWebhook, Ids ids, Randomness randomness) {
    this.webhooks = webhooks;
    this.deleteWebhook = deleteWebhook;
    this.ids = ids;
    this.randomness = randomness;
  }

  Webhook add(Target.Url target, Instant now) {
    SigningSecret given = target.secret();
    Webhook webhook =
        Webhook.registered(
            new WebhookId(ids.next(WebhookId.PREFIX, now)),
            TenantId.SYSTEM,
            settings(target.url()),
            RotatingSecret.of(
                given == null
                    ? SigningSecret.of(randomness.bytes(SigningSecret.GENERATED_BYTES))
                    : given),
            WebhookStatus.ACTIVE,
            now);
    webhooks.add(webhook);
    return webhook;
  }

  /** Leads it elsewhere, and has it work again if its receiver disabled it. */
  void change(WebhookId id, Target.Url target, Instant now) {
    SigningSecret given = target.secret();
    while (true) {
      Webhook seen = webhooks.find(TenantId.SYSTEM, id).orElseThrow();
      var changed =
          new Webhook(
              seen.id(),
              seen.tenant(),
              settings(target.url()),
              given == null ? seen.secret() : RotatingSecret.of(given),
              WebhookStatus.ACTIVE,
              seen.version() + 1,
              seen.createdBy(),
              seen.createdAt(),
              now);
      // Again, should its receiver have disabled it meanwhile.
      if (webhooks.replaceIfUnchanged(changed)) {
        return;
      }
    }
  }

  public Optional<Webhook> find(WebhookId id) {
    return webhooks.find(TenantId.SYSTEM, id);
  }

  void remove(WebhookId id, Instant now) {
    deleteWebhook.delete(TenantId.SYSTEM, id, now);
  }

  private static WebhookSettings settings(WebhookUrl url) {
    return WebhookSettings.of(url, EVENTS).with(SENDING);
  }
}

package posthorn.application.webhooks;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.Randomness;
import posthorn.application.port.Webhooks;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.UrlPolicy;
import posthorn.domain.net.UrlVerdict;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** Registers a webhook. */
public final class CreateWebhook {
  private final Webhooks webhooks;
  private final UrlPolicy urls;
  private final Ids ids;
  private final Randomness randomness;

  public CreateWebhook(Webhooks webhooks, UrlPolicy urls, Ids ids, Randomness randomness) {
    this.webhooks = webhooks;
    this.urls = urls;
    this.ids = ids;
    this.randomness = randomness;
  }

  /**
   * What is asked for.
   *
   * @param secret the caller's own; if it brings none, one is made
   * @param signatures how to sign; unless said, {@link Webhook#DEFAULT_SIGNATURES}
   */
  public record Command(
      TenantId tenant,
      String url,
      List<EventTypePattern> events,
      @Nullable String name,
      @Nullable SigningSecret secret,
      @Nullable SignaturePlan signatures,
      boolean active,
      Flow flow) {}

  /** What became of it. */
  public sealed interface Result {
    record Created(Webhook webhook) implements Result {}

    /** Webhooks may not point there. */
    record UrlRefused(String reason) implements Result {}
  }

  public Result create(Command command, Instant now) {
    return switch (urls.judge(command.url())) {
      case UrlVerdict.Refused(String reason) -> new Result.UrlRefused(reason);
      case UrlVerdict.Allowed(WebhookUrl url) -> new Result.Created(add(command, url, now));
    };
  }

  private Webhook add(Command command, WebhookUrl url, Instant now) {
    SigningSecret secret = command.secret();
    SignaturePlan signatures = command.signatures();
    var webhook =
        new Webhook(
            new WebhookId(ids.next(WebhookId.PREFIX, now)),
            command.tenant(),
            command.name(),
            url,
            command.events(),
            secret == null ? newSecret() : secret,
            signatures == null ? Webhook.DEFAULT_SIGNATURES : signatures,
            command.active() ? WebhookStatus.ACTIVE : WebhookStatus.INACTIVE,
            command.flow(),
            now);
    webhooks.add(webhook);
    return webhook;
  }

  private SigningSecret newSecret() {
    return SigningSecret.of(randomness.bytes(SigningSecret.GENERATED_BYTES));
  }
}

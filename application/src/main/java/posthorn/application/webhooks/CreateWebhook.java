package posthorn.application.webhooks;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.Randomness;
import posthorn.application.port.Webhooks;
import posthorn.application.quota.TenantQuotas;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

/** Registers a webhook. */
public final class CreateWebhook {
  private final Webhooks webhooks;
  private final TenantQuotas quotas;
  private final VerifyUrl verifyUrl;
  private final Ids ids;
  private final Randomness randomness;

  /** So that two at once do not both find room for the last one. */
  private final Lock counting = new ReentrantLock();

  public CreateWebhook(
      Webhooks webhooks, TenantQuotas quotas, VerifyUrl verifyUrl, Ids ids, Randomness randomness) {
    this.webhooks = webhooks;
    this.quotas = quotas;
    this.verifyUrl = verifyUrl;
    this.ids = ids;
    this.randomness = randomness;
  }

  /**
   * What is asked for.
   *
   * @param secret the caller's own; if it brings none, one is made
   * @param createdBy the key that asks for it
   * @param verify whether the receiver has to show first that it wants this
   */
  public record Command(
      TenantId tenant,
      WebhookSettings settings,
      @Nullable SigningSecret secret,
      @Nullable ApiKeyId createdBy,
      boolean active,
      boolean verify) {}

  /** What became of it. */
  public sealed interface Result {
    record Created(Webhook webhook) implements Result {}

    /** The receiver did not echo what it was asked to; nothing was registered. */
    record NotVerified(String reason) implements Result {}

    /** The tenant has as many as it may have. */
    record QuotaExceeded(int limit) implements Result {}
  }

  public Result create(Command command, Instant now) {
    if (command.verify()) {
      Optional<String> refusal = verifyUrl.refusal(command.tenant(), command.settings());
      if (refusal.isPresent()) {
        return new Result.NotVerified(refusal.get());
      }
    }
    SigningSecret secret = command.secret();
    Webhook webhook =
        Webhook.registered(
                new WebhookId(ids.next(WebhookId.PREFIX, now)),
                command.tenant(),
                command.settings(),
                RotatingSecret.of(secret == null ? NewSecret.from(randomness) : secret),
                command.active() ? WebhookStatus.ACTIVE : WebhookStatus.INACTIVE,
                now)
            .registeredBy(command.createdBy());
    return add(webhook);
  }

  private Result add(Webhook webhook) {
    int limit = quotas.webhooks(webhook.tenant());
    counting.lock();
    try {
      if (webhooks.of(webhook.tenant()).size() >= limit) {
        return new Result.QuotaExceeded(limit);
      }
      webhooks.add(webhook);
      return new Result.Created(webhook);
    } finally {
      counting.unlock();
    }
  }
}

package posthorn.application.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Randomness;
import posthorn.application.port.Webhooks;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** Gives a webhook another secret; for a while the earlier one signs too. */
public final class RotateSecret {
  private final Webhooks webhooks;
  private final Randomness randomness;

  public RotateSecret(Webhooks webhooks, Randomness randomness) {
    this.webhooks = webhooks;
    this.randomness = randomness;
  }

  /** What became of it. */
  public sealed interface Result {
    record Rotated(Webhook webhook) implements Result {}

    /** The next secret is the present one already, or one that its schemes cannot sign with. */
    record Refused(String reason) implements Result {}

    record NotFound() implements Result {}
  }

  /**
   * Rotates.
   *
   * @param next the caller's own; if it brings none, one is made, of the kind of the present one
   */
  public Result rotate(
      TenantId tenant, WebhookId id, @Nullable SigningSecret next, Duration overlap, Instant now) {
    // Again, should somebody have changed something else of it meanwhile.
    while (true) {
      Optional<Webhook> found = webhooks.find(tenant, id);
      if (found.isEmpty()) {
        return new Result.NotFound();
      }
      Webhook webhook = found.get();
      SigningSecret secret =
          next == null ? NewSecret.like(webhook.secret().current(), randomness) : next;
      Optional<String> refusal = webhook.refusalOf(secret);
      if (refusal.isPresent()) {
        return new Result.Refused(refusal.get());
      }
      Webhook rotated = webhook.with(webhook.secret().rotate(secret, now, overlap), now);
      if (webhooks.replaceIfUnchanged(rotated)) {
        return new Result.Rotated(rotated);
      }
    }
  }
}

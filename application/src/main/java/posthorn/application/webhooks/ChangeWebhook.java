package posthorn.application.webhooks;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.Webhooks;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

/** Changes what a webhook's owner decides about it. */
public final class ChangeWebhook {
  private final Webhooks webhooks;
  private final VerifyUrl verifyUrl;
  private final Dispatcher dispatcher;

  public ChangeWebhook(Webhooks webhooks, VerifyUrl verifyUrl, Dispatcher dispatcher) {
    this.webhooks = webhooks;
    this.verifyUrl = verifyUrl;
    this.dispatcher = dispatcher;
  }

  /**
   * What is asked for.
   *
   * @param seen the webhook as whoever asks has seen it
   * @param verify whether the receiver has to show that it wants this
   */
  public record Command(
      Webhook seen, WebhookSettings settings, WebhookStatus status, boolean verify) {}

  /** What became of it. */
  public sealed interface Result {
    record Changed(Webhook webhook) implements Result {}

    /** Somebody else changed it meanwhile, or it is gone; nothing was changed. */
    record Outdated() implements Result {}

    /** The receiver did not echo what it was asked to; nothing was changed. */
    record NotVerified(String reason) implements Result {}
  }

  public Result change(Command command, Instant now) {
    if (command.verify()) {
      Optional<String> refusal = verifyUrl.refusal(command.seen().tenant(), command.settings());
      if (refusal.isPresent()) {
        return new Result.NotVerified(refusal.get());
      }
    }
    Webhook changed = command.seen().changed(command.settings(), command.status(), now);
    if (!webhooks.replaceIfUnchanged(changed)) {
      return new Result.Outdated();
    }
    if (changed.status() == WebhookStatus.ACTIVE) {
      // What waited, because it was paused or over its limits, may perhaps leave now.
      dispatcher.expect(changed.id(), now);
    } else {
      dispatcher.recall(changed.id(), now);
    }
    return new Result.Changed(changed);
  }
}

package posthorn.domain.webhook;

import posthorn.domain.event.PayloadFormat;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.signing.SignaturePlan;

/**
 * What holds for a webhook, after all who have a say: how it is retried, what is sent, how that is
 * signed, and how many requests at once. See {@link PolicyChoices#on}.
 */
public record WebhookPolicy(
    RetryPreset retry, PayloadFormat format, SignaturePlan signatures, int maxInFlight) {

  /** With no more requests at once than that. */
  public WebhookPolicy withAtMost(int inFlight) {
    return maxInFlight <= inFlight ? this : new WebhookPolicy(retry, format, signatures, inFlight);
  }

  /** What holds on a server for a webhook of which nobody says anything. */
  public static WebhookPolicy ofServer(RetryPreset retry, int maxInFlight) {
    return new WebhookPolicy(
        retry, PayloadFormat.STANDARD, WebhookSettings.DEFAULT_SIGNATURES, maxInFlight);
  }
}

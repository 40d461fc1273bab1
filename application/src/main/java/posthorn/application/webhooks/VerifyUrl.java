package posthorn.application.webhooks;

import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import posthorn.application.port.Randomness;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.Failure;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookSettings;

/**
 * Asks a receiver whether it wants to be one: it has to answer with the challenge it was sent,
 * anywhere within the part of its answer that we read.
 */
public final class VerifyUrl {
  /** The challenge's event type, in the body's {@code type}. */
  public static final String EVENT_TYPE = "webhook.verification";

  private static final int CHALLENGE_BYTES = 24;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final WebhookSender sender;
  private final Randomness randomness;

  public VerifyUrl(WebhookSender sender, Randomness randomness) {
    this.sender = sender;
    this.randomness = randomness;
  }

  /** Why the receiver is not taken for one that wants this; to be read after "the URL". */
  Optional<String> refusal(TenantId tenant, WebhookSettings settings) {
    String challenge = HexFormat.of().formatHex(randomness.bytes(CHALLENGE_BYTES));
    JsonBytes body =
        JsonBytes.of(
            "{\"type\":\"" + EVENT_TYPE + "\",\"data\":{\"challenge\":\"" + challenge + "\"}}");
    AttemptOutcome outcome =
        sender.send(
            new WebhookRequest(
                tenant,
                settings.url(),
                Map.of("X-Webhook-Event", EVENT_TYPE),
                body,
                TIMEOUT,
                settings.sending().certificate()));
    if (outcome instanceof Answered answered && answered.accepted()) {
      return answered.bodySample().contains(challenge)
          ? Optional.empty()
          : Optional.of("did not answer with the challenge that it was sent");
    }
    return Optional.of("could not be verified: " + Failure.of(outcome).message());
  }
}

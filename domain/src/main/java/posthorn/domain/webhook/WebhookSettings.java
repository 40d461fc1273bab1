package posthorn.domain.webhook;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;

/**
 * What a webhook's owner decides about it, besides whether it is active and its secret.
 *
 * @param signatures null for the tenant's or the server's default
 */
public record WebhookSettings(
    @Nullable String name,
    WebhookUrl url,
    List<EventTypePattern> events,
    @Nullable SignaturePlan signatures,
    Flow flow,
    Sending sending,
    Ownership ownership) {
  public static final int MAX_EVENTS = 100;
  public static final int MAX_NAME_LENGTH = 255;

  /** How the server signs where nobody says how; together they serve old and new receivers. */
  public static final SignaturePlan DEFAULT_SIGNATURES =
      new SignaturePlan(
          List.of(
              new SignatureScheme.Standard(),
              new SignatureScheme.Timestamped(SignatureScheme.DEFAULT_HEADER)));

  public WebhookSettings {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("a webhook wants at least one kind of event");
    }
    events = List.copyOf(events);
  }

  /** Those of a webhook whose owner says no more than where to send what. */
  public static WebhookSettings of(WebhookUrl url, List<EventTypePattern> events) {
    return new WebhookSettings(
        null, url, events, null, Flow.DEFAULT, Sending.DEFAULT, Ownership.NONE);
  }

  /** What it says of its policy. */
  public PolicyChoices choices() {
    return new PolicyChoices(sending.retry(), sending.format(), signatures, flow.maxInFlight());
  }

  /**
   * Why the secret cannot sign in these schemes; to be read after "the signature schemes".
   *
   * @param own null where the webhook names none: those that hold then may change without it
   */
  public static Optional<String> refusal(@Nullable SignaturePlan own, SigningSecret secret) {
    if (own != null) {
      return SignaturePlan.refusal(own.schemes(), secret);
    }
    return secret.publicKey().isPresent()
        ? Optional.of("must be named by a webhook whose secret is a private key")
        : Optional.empty();
  }

  public WebhookSettings with(Flow other) {
    return new WebhookSettings(name, url, events, signatures, other, sending, ownership);
  }

  public WebhookSettings with(Sending other) {
    return new WebhookSettings(name, url, events, signatures, flow, other, ownership);
  }

  public WebhookSettings with(SignaturePlan other) {
    return new WebhookSettings(name, url, events, other, flow, sending, ownership);
  }
}

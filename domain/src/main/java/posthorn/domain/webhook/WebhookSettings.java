package posthorn.domain.webhook;

import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;

/** What a webhook's owner decides about it, besides whether it is active and its secret. */
public record WebhookSettings(
    @Nullable String name,
    WebhookUrl url,
    List<EventTypePattern> events,
    SignaturePlan signatures,
    Flow flow,
    Sending sending,
    Ownership ownership) {
  public static final int MAX_EVENTS = 100;
  public static final int MAX_NAME_LENGTH = 255;

  /** How a webhook that says nothing is signed for; together they serve old and new receivers. */
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
        null, url, events, DEFAULT_SIGNATURES, Flow.DEFAULT, Sending.DEFAULT, Ownership.NONE);
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

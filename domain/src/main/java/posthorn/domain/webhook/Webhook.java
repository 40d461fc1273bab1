package posthorn.domain.webhook;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.signing.SignatureScheme;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;

/** A subscribed URL. */
public record Webhook(
    WebhookId id,
    TenantId tenant,
    @Nullable String name,
    WebhookUrl url,
    List<EventTypePattern> events,
    SigningSecret secret,
    SignaturePlan signatures,
    WebhookStatus status,
    Flow flow,
    Instant createdAt) {
  public static final int MAX_EVENTS = 100;
  public static final int MAX_NAME_LENGTH = 255;

  /** How a webhook that says nothing is signed for; together they serve old and new receivers. */
  public static final SignaturePlan DEFAULT_SIGNATURES =
      new SignaturePlan(
          List.of(
              new SignatureScheme.Standard(),
              new SignatureScheme.Timestamped(SignatureScheme.DEFAULT_HEADER)));

  public Webhook {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("a webhook wants at least one kind of event");
    }
    events = List.copyOf(events);
  }

  public boolean wants(EventType type) {
    return events.stream().anyMatch(pattern -> pattern.matches(type));
  }

  public Webhook in(WebhookStatus other) {
    return new Webhook(id, tenant, name, url, events, secret, signatures, other, flow, createdAt);
  }
}

package posthorn.application.testing;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/** Valid values for tests that don't care which. */
public final class Samples {
  public static final SigningSecret SECRET =
      new SigningSecret("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
  public static final int MAX_ATTEMPTS = 5;

  private final Ids ids = new SequentialIds();

  public Webhook webhook(TenantId tenant, String... patterns) {
    return new Webhook(
        new WebhookId(ids.next(WebhookId.PREFIX, TestTime.START)),
        tenant,
        null,
        new WebhookUrl(URI.create("https://receiver.example/hook")),
        List.of(patterns).stream().map(EventTypePattern::new).toList(),
        SECRET,
        Webhook.DEFAULT_SIGNATURES,
        TestTime.START);
  }

  public Event event(TenantId tenant, @Nullable String idempotencyKey, Instant at) {
    return new Event(
        new EventId(ids.next(EventId.PREFIX, at)),
        tenant,
        new EventType("user.created"),
        JsonBytes.of("{\"user\": 1}"),
        at,
        at,
        idempotencyKey,
        "session-1");
  }

  public Delivery delivery(Event event, Webhook webhook) {
    return Delivery.of(
        new DeliveryId(ids.next(DeliveryId.PREFIX, event.acceptedAt())),
        event,
        webhook.id(),
        MAX_ATTEMPTS);
  }
}

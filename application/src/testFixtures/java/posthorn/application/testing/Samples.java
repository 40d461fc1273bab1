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
import posthorn.domain.event.Priority;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.signing.RotatingSecret;
import posthorn.domain.signing.SigningSecret;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookSettings;
import posthorn.domain.webhook.WebhookStatus;

/** Valid values for tests that don't care which. */
public final class Samples {
  public static final SigningSecret SECRET =
      new SigningSecret("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
  public static final int MAX_ATTEMPTS = 5;

  private final Ids ids = new SequentialIds();

  public Webhook webhook(TenantId tenant, String... patterns) {
    return webhook(
        tenant,
        WebhookSettings.of(
            new WebhookUrl(URI.create("https://receiver.example/hook")),
            List.of(patterns).stream().map(EventTypePattern::new).toList()));
  }

  public Webhook webhook(TenantId tenant, WebhookSettings settings) {
    return Webhook.registered(
        new WebhookId(ids.next(WebhookId.PREFIX, TestTime.START)),
        tenant,
        settings,
        RotatingSecret.of(SECRET),
        WebhookStatus.ACTIVE,
        TestTime.START);
  }

  /** A webhook for everything, whose deliveries leave in this way. */
  public Webhook webhook(Flow flow) {
    return webhook(TenantId.DEFAULT, webhook(TenantId.DEFAULT, "*").settings().with(flow));
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
        "samples",
        "session-1",
        Priority.NORMAL,
        null,
        null);
  }

  /** An event like the other, with another priority, ordering key and time to deliver it. */
  public Event event(
      Event other, Priority priority, @Nullable String orderingKey, @Nullable Instant deliverAt) {
    return new Event(
        other.id(),
        other.tenant(),
        other.type(),
        other.data(),
        other.timestamp(),
        other.acceptedAt(),
        other.idempotencyKey(),
        other.source(),
        other.sessionId(),
        priority,
        orderingKey,
        deliverAt);
  }

  /** An event like the other that has come in so often. */
  public Event event(Event other, int hops) {
    return new Event(
        other.id(),
        other.tenant(),
        other.type(),
        other.data(),
        other.timestamp(),
        other.acceptedAt(),
        other.idempotencyKey(),
        other.source(),
        other.sessionId(),
        other.priority(),
        other.orderingKey(),
        other.deliverAt(),
        hops,
        other.sequence());
  }

  /** An event like the other, of another type. */
  public Event event(Event other, EventType type) {
    return new Event(
        other.id(),
        other.tenant(),
        type,
        other.data(),
        other.timestamp(),
        other.acceptedAt(),
        other.idempotencyKey(),
        other.source(),
        other.sessionId(),
        other.priority(),
        other.orderingKey(),
        other.deliverAt());
  }

  /** An event like the other, with other data. */
  public Event event(Event other, JsonBytes data) {
    return new Event(
        other.id(),
        other.tenant(),
        other.type(),
        data,
        other.timestamp(),
        other.acceptedAt(),
        other.idempotencyKey(),
        other.source(),
        other.sessionId(),
        other.priority(),
        other.orderingKey(),
        other.deliverAt());
  }

  public Delivery delivery(Event event, Webhook webhook) {
    return Delivery.of(
        new DeliveryId(ids.next(DeliveryId.PREFIX, event.acceptedAt())),
        event,
        webhook,
        MAX_ATTEMPTS);
  }
}

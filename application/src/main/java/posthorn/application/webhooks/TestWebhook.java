package posthorn.application.webhooks;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.dispatch.RequestSigner;
import posthorn.application.policy.Policies;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Ids;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookPolicy;

/**
 * Sends a webhook an example, signed as every delivery is, and tells what came of it. It leaves
 * nothing behind: it is not in the history, is not retried, and is neither held up by the webhook's
 * circuit, limits or state nor counted by them.
 */
public final class TestWebhook {
  /** The example's event type, unless the caller chooses another. */
  public static final EventType EVENT_TYPE = new EventType("webhook.test");

  private static final JsonBytes DATA = JsonBytes.of("{\"message\":\"This is a test\"}");

  private final Webhooks webhooks;
  private final WebhookSender sender;
  private final Ids ids;
  private final Policies policies;

  public TestWebhook(Webhooks webhooks, WebhookSender sender, Ids ids, Policies policies) {
    this.webhooks = webhooks;
    this.sender = sender;
    this.ids = ids;
    this.policies = policies;
  }

  /** What came of it, as the record of an attempt, with the delivery that it would be of. */
  public record Tested(Delivery delivery, Attempt attempt) {}

  /** Sends the example; empty if there is no such webhook. */
  public Optional<Tested> test(
      TenantId tenant, WebhookId id, @Nullable EventType type, Instant now) {
    return webhooks
        .find(tenant, id)
        .map(webhook -> send(webhook, type == null ? EVENT_TYPE : type, now));
  }

  private Tested send(Webhook webhook, EventType type, Instant now) {
    WebhookPolicy policy = policies.of(webhook);
    RetryPreset once = policy.retry();
    Event event = example(webhook, type, now);
    Delivery delivery =
        Delivery.of(new DeliveryId(ids.next(DeliveryId.PREFIX, now)), event, webhook, 1)
            .leased(new Lease("test", "test", now.plus(once.timeout().longest())), now);
    InFlight inFlight = (InFlight) delivery.state();
    WebhookRequest request =
        new RequestSigner(policy, now, once.timeout().forAttempt(1))
            .sign(new ClaimedDelivery(delivery, event, webhook));
    AttemptOutcome outcome = sender.send(request);
    Delivery settled =
        delivery.settled(once.policy().withMaxAttempts(1).judge(1, outcome, now, now, 0), 1, now);
    var attemptId = new AttemptId(ids.next(AttemptId.PREFIX, now));
    return new Tested(
        settled, Attempt.of(attemptId, inFlight, sender.headersOf(request), outcome, now, settled));
  }

  private Event example(Webhook webhook, EventType type, Instant now) {
    return new Event(
        new EventId(ids.next(EventId.PREFIX, now)),
        webhook.tenant(),
        type,
        DATA,
        now,
        now,
        null,
        null,
        null,
        Priority.NORMAL,
        null,
        null);
  }
}

package posthorn.application.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.WebhookRequest;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.Hops;
import posthorn.domain.event.IsoTime;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookPolicy;

/**
 * Turns a claimed delivery into the request that is sent for it.
 *
 * @param policy what holds for its webhook
 * @param now when it is sent
 * @param timeout how long its receiver has
 */
public record RequestSigner(WebhookPolicy policy, Instant now, Duration timeout) {

  public WebhookRequest sign(ClaimedDelivery claimed) {
    Webhook webhook = claimed.webhook();
    JsonBytes body = policy.format().render(claimed.event(), claimed.delivery().id().value());
    // Its own come first: whatever they are called, none of ours is overridden.
    Map<String, String> headers = new LinkedHashMap<>(webhook.sending().headers());
    // Where to sign may have been changed for the whole tenant since the webhook named its own.
    headers.keySet().removeIf(policy.signatures()::sets);
    describe(claimed, headers);
    headers.putAll(
        policy
            .signatures()
            .sign(webhook.secret().live(now), claimed.event().id().value(), now, body.bytes()));
    return new WebhookRequest(
        webhook.tenant(), webhook.url(), headers, body, timeout, webhook.sending().certificate());
  }

  private void describe(ClaimedDelivery claimed, Map<String, String> headers) {
    Delivery delivery = claimed.delivery();
    Event event = claimed.event();
    String idempotencyKey = event.idempotencyKey();
    headers.put("X-Webhook-ID", delivery.webhook().value());
    headers.put("X-Webhook-Event", event.type().value());
    headers.put("X-Webhook-Delivery", delivery.id().value());
    headers.put("X-Webhook-Delivery-ID", delivery.id().value());
    headers.put("X-Webhook-Attempt", Integer.toString(delivery.progress().attemptCount() + 1));
    headers.put("X-Webhook-Timestamp", IsoTime.of(now.truncatedTo(ChronoUnit.SECONDS)));
    if (event.hops() > 0) {
      headers.put(Hops.HEADER, Integer.toString(event.hops()));
    }
    headers.put("X-Idempotency-Key", idempotencyKey == null ? event.id().value() : idempotencyKey);
  }
}

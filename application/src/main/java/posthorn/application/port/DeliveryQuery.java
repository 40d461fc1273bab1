package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * Which deliveries to list, newest first.
 *
 * @param status only those in the state of this name
 * @param webhook only those of this webhook
 * @param before only those older than this one: where the page before ended
 * @param offset how many to pass over first
 */
public record DeliveryQuery(
    TenantId tenant,
    @Nullable String status,
    @Nullable WebhookId webhook,
    @Nullable DeliveryId before,
    int limit,
    int offset,
    Details details) {

  public DeliveryQuery(
      TenantId tenant,
      @Nullable String status,
      @Nullable WebhookId webhook,
      @Nullable DeliveryId before,
      int limit) {
    this(tenant, status, webhook, before, limit, 0, Details.NONE);
  }

  /**
   * What is asked for more rarely.
   *
   * @param error only those whose last failure's message has this in it
   * @param from only those made then or later, by the time in their ids
   * @param to only those made before
   */
  public record Details(
      @Nullable EventId event,
      @Nullable EventTypePattern eventType,
      @Nullable String sessionId,
      @Nullable FailureCategory category,
      @Nullable String error,
      @Nullable Instant from,
      @Nullable Instant to) {

    public static final Details NONE = new Details(null, null, null, null, null, null, null);
  }
}

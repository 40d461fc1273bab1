package posthorn.application.port;

import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * Which deliveries to list, newest first.
 *
 * @param status only those in the state of this name
 * @param webhook only those of this webhook
 * @param before only those older than this one: where the page before ended
 */
public record DeliveryQuery(
    TenantId tenant,
    @Nullable String status,
    @Nullable WebhookId webhook,
    @Nullable DeliveryId before,
    int limit) {}

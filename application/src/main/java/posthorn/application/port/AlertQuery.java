package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.AlertId;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * Which alerts to list, newest first.
 *
 * @param tenant null for those of all tenants and of the server
 * @param active only those that are, or only those that are over; null for both
 * @param from only those that fired then or later
 * @param to only those that fired before then
 * @param before only those older than this one: where the page before ended
 */
public record AlertQuery(
    @Nullable TenantId tenant,
    @Nullable Boolean active,
    @Nullable String rule,
    @Nullable WebhookId webhook,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable AlertId before,
    int limit) {}

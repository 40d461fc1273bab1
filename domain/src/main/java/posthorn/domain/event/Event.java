package posthorn.domain.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * One thing that happened.
 *
 * @param timestamp when it happened, as the application says, else when it was accepted
 * @param idempotencyKey what the same event, published again, would carry too
 * @param sessionId what the application groups its events by
 */
public record Event(
    EventId id,
    TenantId tenant,
    EventType type,
    JsonBytes data,
    Instant timestamp,
    Instant acceptedAt,
    @Nullable String idempotencyKey,
    @Nullable String sessionId) {}

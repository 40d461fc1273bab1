package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditId;
import posthorn.domain.tenant.TenantId;

/**
 * Which entries of the audit log to list, newest first.
 *
 * @param from only those of then or later
 * @param to only those before then
 * @param action only those where this was done
 * @param objectId only those where it was done to this
 * @param before only those older than this one: where the page before ended
 */
public record AuditQuery(
    TenantId tenant,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable ApiKeyId key,
    @Nullable String action,
    @Nullable String objectId,
    @Nullable AuditId before,
    int limit) {}

package posthorn.application.quota;

import java.time.Instant;
import java.util.Optional;
import posthorn.application.port.Tenants;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.ratelimit.TokenBucket;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;

/** How many events a minute each tenant may publish. */
public final class EventQuota {
  private final Tenants tenants;
  private final Buckets buckets = new Buckets();

  public EventQuota(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Counts one event; or says when the tenant may publish the next. */
  public Optional<Instant> refusedUntil(TenantId tenant, Instant now) {
    Integer limit =
        tenants.find(tenant).map(Tenant::quotas).map(q -> q.eventsPerMinute()).orElse(null);
    if (limit == null) {
      return Optional.empty();
    }
    return switch (buckets.take(tenant, RateLimit.perMinute(limit), now)) {
      case TokenBucket.Answer.Taken _ -> Optional.empty();
      case TokenBucket.Answer.Wait(Instant until, _) -> Optional.of(until);
    };
  }
}

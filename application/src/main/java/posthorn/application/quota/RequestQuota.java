package posthorn.application.quota;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Tenants;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.ratelimit.TokenBucket;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;

/** How many requests a minute all keys of a tenant may make together. */
public final class RequestQuota {
  private final Tenants tenants;
  private final @Nullable Integer serverDefault;
  private final Buckets buckets = new Buckets();

  /**
   * Counts from now on.
   *
   * @param serverDefault requests a minute for tenants without a quota of their own; null for no
   *     limit
   */
  public RequestQuota(Tenants tenants, @Nullable Integer serverDefault) {
    this.tenants = tenants;
    this.serverDefault = serverDefault;
  }

  /** Whether a request may be made. */
  public sealed interface Result {
    record Unlimited() implements Result {}

    /**
     * It may, and was counted.
     *
     * @param nextAt when there is one more than what remains
     */
    record Within(int perMinute, int remaining, Instant nextAt) implements Result {}

    record Exceeded(int perMinute, Instant nextAt) implements Result {}
  }

  public Result take(TenantId tenant, Instant now) {
    Integer limit = limitOf(tenant);
    if (limit == null) {
      return new Result.Unlimited();
    }
    return switch (buckets.take(tenant, RateLimit.perMinute(limit), now)) {
      case TokenBucket.Answer.Taken(TokenBucket next) ->
          new Result.Within(limit, next.available(now), next.nextAt(now));
      case TokenBucket.Answer.Wait(Instant until, _) -> new Result.Exceeded(limit, until);
    };
  }

  private @Nullable Integer limitOf(TenantId tenant) {
    Integer own =
        tenants.find(tenant).map(Tenant::quotas).map(q -> q.requestsPerMinute()).orElse(null);
    return own == null ? serverDefault : own;
  }
}

package posthorn.application.quota;

import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import posthorn.domain.ratelimit.RateLimit;
import posthorn.domain.ratelimit.TokenBucket;
import posthorn.domain.tenant.TenantId;

/** A bucket of tokens for every tenant that has a limit. */
final class Buckets {
  private final ConcurrentMap<TenantId, TokenBucket> byTenant = new ConcurrentHashMap<>();

  TokenBucket.Answer take(TenantId tenant, RateLimit limit, Instant now) {
    while (true) {
      TokenBucket present = byTenant.computeIfAbsent(tenant, _ -> TokenBucket.full(limit, now));
      TokenBucket bucket = present.limit().equals(limit) ? present : present.under(limit, now);
      TokenBucket.Answer answer = bucket.take(now);
      // Again, should somebody have taken one meanwhile.
      if (byTenant.replace(tenant, present, answer.next())) {
        return answer;
      }
    }
  }
}

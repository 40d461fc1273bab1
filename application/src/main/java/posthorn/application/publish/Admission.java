package posthorn.application.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.application.publish.PublishEvent.Result;
import posthorn.application.quota.EventQuota;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** Whether an event may be published at all, before anything is written. */
public final class Admission {
  private final TypeRules typeRules;
  private final EventQuota quota;

  public Admission(TypeRules typeRules, EventQuota quota) {
    this.typeRules = typeRules;
    this.quota = quota;
  }

  /** Why it is not published, if it is not; what is wrong in itself takes nothing of the quota. */
  public Optional<Result.Refused> refusalOf(
      TenantId tenant, EventType type, JsonBytes data, Instant now) {
    List<FieldError> errors = typeRules.violations(tenant, type, data);
    if (!errors.isEmpty()) {
      return Optional.of(new Result.Violation(errors));
    }
    return quota
        .refusedUntil(tenant, now)
        .map(until -> new Result.RateLimited(Duration.between(now, until)));
  }
}

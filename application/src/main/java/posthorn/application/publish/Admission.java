package posthorn.application.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.application.publish.PublishEvent.Result;
import posthorn.application.quota.EventQuota;
import posthorn.application.quota.StorageRoom;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** Whether an event may be published at all, before anything is written. */
public final class Admission {
  private final TypeRules typeRules;
  private final EventQuota quota;
  private final StorageRoom room;

  public Admission(TypeRules typeRules, EventQuota quota, StorageRoom room) {
    this.typeRules = typeRules;
    this.quota = quota;
    this.room = room;
  }

  /** Why it is not published, if it is not; what is wrong in itself takes nothing of the quota. */
  public Optional<Result.Refused> refusalOf(
      TenantId tenant, EventType type, JsonBytes data, Instant now) {
    List<FieldError> errors = typeRules.violations(tenant, type, data);
    if (!errors.isEmpty()) {
      return Optional.of(new Result.Violation(errors));
    }
    Optional<Result.StorageExceeded> full = roomRefusal(tenant, now);
    return full.isPresent() ? full.map(refused -> refused) : rateRefusal(tenant, now);
  }

  /**
   * Whether the tenant may store anything at all.
   *
   * @throws posthorn.application.port.StoreFullException if nobody may
   */
  public Optional<Result.StorageExceeded> roomRefusal(TenantId tenant, Instant now) {
    return room.exceededQuota(tenant, now).map(Result.StorageExceeded::new);
  }

  private Optional<Result.Refused> rateRefusal(TenantId tenant, Instant now) {
    return quota
        .refusedUntil(tenant, now)
        .map(until -> new Result.RateLimited(Duration.between(now, until)));
  }
}

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

  /** Begins a request, whose events are admitted one by one, on one thread. */
  public Request request() {
    return new Request(typeRules.judging());
  }

  /** The events of one request. */
  public final class Request {
    private final Judging judging;

    private Request(Judging judging) {
      this.judging = judging;
    }

    /**
     * Why an event is not published, if it is not. Judging its data is work, so an event counts
     * against the quota before that, and whatever comes of it.
     */
    public Optional<Result.Refused> refusalOf(
        TenantId tenant, EventType type, JsonBytes data, Instant now) {
      Optional<Result.StorageExceeded> full = roomRefusal(tenant, now);
      if (full.isPresent()) {
        return full.map(refused -> refused);
      }
      Optional<Instant> until = quota.refusedUntil(tenant, now);
      if (until.isPresent()) {
        return Optional.of(new Result.RateLimited(Duration.between(now, until.get())));
      }
      List<FieldError> errors = judging.violations(tenant, type, data);
      return errors.isEmpty() ? Optional.empty() : Optional.of(new Result.Violation(errors));
    }
  }

  /**
   * Whether the tenant may store anything at all.
   *
   * @throws posthorn.application.port.StoreFullException if nobody may
   */
  public Optional<Result.StorageExceeded> roomRefusal(TenantId tenant, Instant now) {
    return room.exceededQuota(tenant, now).map(Result.StorageExceeded::new);
  }
}

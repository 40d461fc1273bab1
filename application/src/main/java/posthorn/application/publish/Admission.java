package posthorn.application.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.application.publish.PublishEvent.Command;
import posthorn.application.publish.PublishEvent.Result;
import posthorn.application.quota.EventQuota;
import posthorn.domain.field.FieldError;

/** Whether an event may be published at all, before anything is written. */
public final class Admission {
  private final TypeRules typeRules;
  private final EventQuota quota;

  public Admission(TypeRules typeRules, EventQuota quota) {
    this.typeRules = typeRules;
    this.quota = quota;
  }

  /** Why it is not published, if it is not; what is wrong in itself takes nothing of the quota. */
  Optional<Result> refusalOf(Command command, Instant now) {
    if (command.data().length() > PublishEvent.MAX_DATA_BYTES) {
      return Optional.of(new Result.TooLarge(command.data().length(), PublishEvent.MAX_DATA_BYTES));
    }
    List<FieldError> errors =
        typeRules.violations(command.tenant(), command.type(), command.data());
    if (!errors.isEmpty()) {
      return Optional.of(new Result.Violation(errors));
    }
    return quota
        .refusedUntil(command.tenant(), now)
        .map(until -> new Result.RateLimited(Duration.between(now, until)));
  }
}

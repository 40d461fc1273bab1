package posthorn.application.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events;
import posthorn.application.port.StoreException;
import posthorn.application.quota.TenantQuotas;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** Accepts an event: commits it and a delivery for every webhook that wants it. */
public final class PublishEvent {
  /** For how long an idempotency key is remembered. */
  public static final Duration KEY_WINDOW = Duration.ofHours(24);

  private final Events events;
  private final Admission admission;
  private final Drafts drafts;
  private final TenantQuotas quotas;

  public PublishEvent(Events events, Admission admission, Drafts drafts, TenantQuotas quotas) {
    this.events = events;
    this.admission = admission;
    this.drafts = drafts;
    this.quotas = quotas;
  }

  /**
   * What the application hands in.
   *
   * @param timestamp when it happened, if not now
   * @param deliverAt when to deliver it, if not at once
   */
  public record Command(
      TenantId tenant,
      EventType type,
      JsonBytes data,
      @Nullable Instant timestamp,
      @Nullable String idempotencyKey,
      @Nullable String source,
      @Nullable String sessionId,
      Priority priority,
      @Nullable String orderingKey,
      @Nullable Instant deliverAt) {}

  /** What became of it. */
  public sealed interface Result {
    /** It is durable, with this many deliveries. */
    record Accepted(EventId id, int deliveries) implements Result {}

    /** Its idempotency key was seen within the last day; nothing was written. */
    record Duplicate(EventId first) implements Result {}

    /** Its data is over the limit; nothing was written. */
    record TooLarge(int bytes, int limit) implements Result {}

    /** Its data has more values than that; nothing was written. */
    record TooManyParts(int limit) implements Result {}

    /** The store failed before this one was written, and after others of its request were. */
    record NotWritten(RuntimeException cause) implements Result {}

    /** It was not admitted; nothing was written. */
    sealed interface Refused extends Result {}

    /** Its data is not as the schema of its type wants it. */
    record Violation(List<FieldError> errors) implements Refused {}

    /** The tenant has stored as many bytes as it may. */
    record StorageExceeded(long quota) implements Refused {}

    /** The tenant has published as many as it may, for so long. */
    record RateLimited(Duration delay) implements Refused {}
  }

  /**
   * Accepts one.
   *
   * @throws StoreException or StoreBusyException if it could not be written
   */
  public Result publish(Command command, Instant now) {
    return publish(List.of(command), now).getFirst();
  }

  /**
   * Accepts many, each judged alone; what became of each, in their order.
   *
   * @throws StoreException or StoreBusyException if not even the first of them could be written
   */
  public List<Result> publish(List<Command> commands, Instant now) {
    return new Publishing(events, admission.request(), drafts, quotas, commands, now).run();
  }
}

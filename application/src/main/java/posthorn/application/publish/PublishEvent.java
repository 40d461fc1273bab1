package posthorn.application.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Publication;
import posthorn.application.publish.Drafts.Draft;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** Accepts an event: commits it and a delivery for every webhook that wants it. */
public final class PublishEvent {
  public static final int MAX_DATA_BYTES = 256 * 1024;

  /** For how long an idempotency key is remembered. */
  public static final Duration KEY_WINDOW = Duration.ofHours(24);

  private final Events events;
  private final Admission admission;
  private final Drafts drafts;

  public PublishEvent(Events events, Admission admission, Drafts drafts) {
    this.events = events;
    this.admission = admission;
    this.drafts = drafts;
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

    /** It was not admitted; nothing was written. */
    sealed interface Refused extends Result {}

    /** Its data is not as the schema of its type wants it. */
    record Violation(List<FieldError> errors) implements Refused {}

    /** The tenant has published as many as it may, for so long. */
    record RateLimited(Duration delay) implements Refused {}
  }

  public Result publish(Command command, Instant now) {
    return publish(List.of(command), now).getFirst();
  }

  /** Accepts many, each judged alone; what became of each, in their order. */
  public List<Result> publish(List<Command> commands, Instant now) {
    var refusals = new ArrayList<Optional<Result>>(commands.size());
    Admission.Request request = admission.request();
    for (Command command : commands) {
      refusals.add(refusalOf(command, request, now));
    }
    var drafted = new ArrayList<Draft>(commands.size());
    List<Acceptance> acceptances;
    try {
      for (int i = 0; i < commands.size(); i++) {
        if (refusals.get(i).isEmpty()) {
          drafted.add(drafts.draft(commands.get(i), now));
        }
      }
      acceptances = accept(drafted, now);
    } catch (RuntimeException e) {
      drafted.forEach(drafts::withdrawn);
      throw e;
    }
    Iterator<Acceptance> accepted = acceptances.iterator();
    Iterator<Draft> of = drafted.iterator();
    var results = new ArrayList<Result>(commands.size());
    for (Optional<Result> refusal : refusals) {
      results.add(refusal.orElseGet(() -> announce(of.next(), accepted.next())));
    }
    return results;
  }

  /** Data over the limit takes nothing of the quota: it is not looked into. */
  private static Optional<Result> refusalOf(
      Command command, Admission.Request request, Instant now) {
    int bytes = command.data().length();
    return bytes > MAX_DATA_BYTES
        ? Optional.of(new Result.TooLarge(bytes, MAX_DATA_BYTES))
        : request
            .refusalOf(command.tenant(), command.type(), command.data(), now)
            .map(refused -> refused);
  }

  private List<Acceptance> accept(List<Draft> drafted, Instant now) {
    if (drafted.isEmpty()) {
      return List.of();
    }
    var publications = new ArrayList<Publication>(drafted.size());
    for (Draft draft : drafted) {
      publications.add(draft.publication());
    }
    return events.accept(publications, now.minus(KEY_WINDOW));
  }

  private Result announce(Draft draft, Acceptance acceptance) {
    return switch (acceptance) {
      case Acceptance.SeenBefore(EventId first) -> {
        drafts.withdrawn(draft);
        yield new Result.Duplicate(first);
      }
      case Acceptance.Accepted() -> {
        drafts.committed(draft);
        yield new Result.Accepted(
            draft.publication().event().id(), draft.publication().deliveries().size());
      }
    };
  }
}

package posthorn.application.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.policy.Policies;
import posthorn.application.port.Events;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.Ids;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** Accepts an event: commits it and a delivery for every webhook that wants it. */
public final class PublishEvent {
  public static final int MAX_DATA_BYTES = 256 * 1024;

  /** For how long an idempotency key is remembered. */
  public static final Duration KEY_WINDOW = Duration.ofHours(24);

  private final Webhooks webhooks;
  private final Events events;
  private final Admission admission;
  private final Ids ids;
  private final Dispatcher dispatcher;
  private final Policies policies;

  public PublishEvent(
      Webhooks webhooks,
      Events events,
      Admission admission,
      Ids ids,
      Dispatcher dispatcher,
      Policies policies) {
    this.webhooks = webhooks;
    this.events = events;
    this.admission = admission;
    this.ids = ids;
    this.dispatcher = dispatcher;
    this.policies = policies;
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

    /** Its data is not as the schema of its type wants it; nothing was written. */
    record Violation(List<FieldError> errors) implements Result {}

    /** The tenant has published as many as it may, for so long; nothing was written. */
    record RateLimited(Duration delay) implements Result {}
  }

  public Result publish(Command command, Instant now) {
    return publish(List.of(command), now).getFirst();
  }

  /** Accepts many, each judged alone; what became of each, in their order. */
  public List<Result> publish(List<Command> commands, Instant now) {
    List<Optional<Result>> refusals =
        commands.stream().map(command -> admission.refusalOf(command, now)).toList();
    var offered = new ArrayList<Delivery>();
    var drafts = new ArrayList<Draft>();
    List<Acceptance> acceptances;
    try {
      for (int i = 0; i < commands.size(); i++) {
        if (refusals.get(i).isEmpty()) {
          drafts.add(draft(commands.get(i), now, offered));
        }
      }
      acceptances = accept(drafts, now);
    } catch (RuntimeException e) {
      offered.forEach(dispatcher::withdrawn);
      throw e;
    }
    Iterator<Acceptance> accepted = acceptances.iterator();
    Iterator<Draft> drafted = drafts.iterator();
    return refusals.stream()
        .map(refusal -> refusal.orElseGet(() -> announce(drafted.next(), accepted.next())))
        .toList();
  }

  private List<Acceptance> accept(List<Draft> drafts, Instant now) {
    return drafts.isEmpty()
        ? List.of()
        : events.accept(drafts.stream().map(Draft::publication).toList(), now.minus(KEY_WINDOW));
  }

  /** An event that is not written yet, and the webhooks of its deliveries, in their order. */
  private record Draft(Publication publication, List<Webhook> receivers) {}

  /**
   * Drafts what to write.
   *
   * @param offered takes in every delivery as soon as the dispatcher may keep room for it
   */
  private Draft draft(Command command, Instant now, List<Delivery> offered) {
    Event event = eventOf(command, now);
    List<Webhook> receivers = Audience.of(event, webhooks.of(event.tenant()));
    int before = offered.size();
    for (Webhook webhook : receivers) {
      offered.add(dispatcher.offer(deliveryOf(event, webhook, now), webhook, now));
    }
    List<Delivery> deliveries = List.copyOf(offered.subList(before, offered.size()));
    return new Draft(new Publication(event, deliveries), receivers);
  }

  private Event eventOf(Command command, Instant now) {
    return new Event(
        new EventId(ids.next(EventId.PREFIX, now)),
        command.tenant(),
        command.type(),
        command.data(),
        command.timestamp() == null ? now : command.timestamp(),
        now,
        command.idempotencyKey(),
        command.source(),
        command.sessionId(),
        command.priority(),
        command.orderingKey(),
        command.deliverAt());
  }

  private Delivery deliveryOf(Event event, Webhook webhook, Instant now) {
    return Delivery.of(
        new DeliveryId(ids.next(DeliveryId.PREFIX, now)),
        event,
        webhook,
        policies.of(webhook).retry().policy().maxAttempts());
  }

  /** Tells the dispatcher; only now that it is durable may any of it leave. */
  private Result announce(Draft draft, Acceptance acceptance) {
    Event event = draft.publication().event();
    List<Delivery> deliveries = draft.publication().deliveries();
    return switch (acceptance) {
      case Acceptance.SeenBefore(EventId first) -> {
        deliveries.forEach(dispatcher::withdrawn);
        yield new Result.Duplicate(first);
      }
      case Acceptance.Accepted() -> {
        for (int i = 0; i < deliveries.size(); i++) {
          dispatcher.committed(deliveries.get(i), event, draft.receivers().get(i));
        }
        yield new Result.Accepted(event.id(), deliveries.size());
      }
    };
  }
}

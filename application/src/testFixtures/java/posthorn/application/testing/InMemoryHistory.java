package posthorn.application.testing;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.ArchiveEntry.PastChange;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.ArchiveEntry.PastMessage;
import posthorn.application.port.History;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.event.Event;
import posthorn.domain.tenant.TenantId;

/** {@link History} in memory, under the lock of the deliveries. */
final class InMemoryHistory implements History {
  private final InMemoryDeliveries deliveries;
  private final InMemoryEvents events;
  private final InMemoryInboundMessages messages;
  private final InMemoryAuditLog auditLog;

  InMemoryHistory(
      InMemoryDeliveries deliveries,
      InMemoryEvents events,
      InMemoryInboundMessages messages,
      InMemoryAuditLog auditLog) {
    this.deliveries = deliveries;
    this.events = events;
    this.messages = messages;
    this.auditLog = auditLog;
  }

  /** Something old, with what it is found by. */
  private record Found<T extends ArchiveEntry>(String key, T entry) {}

  /** How to find all that is old of a kind, and how to remove one of it. */
  private final class OldOnes<T extends ArchiveEntry> implements Old<T> {
    private final Function<String, Stream<Found<T>>> find;
    private final Predicate<T> remove;

    OldOnes(Function<String, Stream<Found<T>>> find, Predicate<T> remove) {
      this.find = find;
      this.remove = remove;
    }

    @Override
    public Page<T> page(@Nullable String after, int limit) {
      synchronized (deliveries) {
        List<Found<T>> found = find.apply(after == null ? "" : after).limit(limit).toList();
        return new Page<>(
            found.stream().map(Found::entry).toList(),
            found.size() < limit ? null : found.getLast().key());
      }
    }

    @Override
    public int removeIfStillOld(List<T> entries) {
      synchronized (deliveries) {
        return (int) entries.stream().filter(remove).count();
      }
    }
  }

  @Override
  public Old<PastDelivery> deliveries(Before before) {
    return deliveries(before, state -> !(state instanceof Dead));
  }

  @Override
  public Old<PastDelivery> deadLetters(Before before) {
    return deliveries(before, Dead.class::isInstance);
  }

  private Old<PastDelivery> deliveries(Before before, Predicate<DeliveryState> which) {
    Predicate<Delivery> old =
        delivery ->
            which.test(delivery.state())
                && isBefore(delivery.state().endedAt(), before, delivery.tenant());
    return new OldOnes<>(
        after ->
            deliveries.byId.tailMap(after, false).values().stream()
                .filter(old)
                .map(delivery ->
                    new Found<>(
                        delivery.id().value(),
                        new PastDelivery(delivery, deliveries.attemptsOf(delivery.id())))),
        past -> {
          Delivery present = deliveries.byId.get(past.delivery().id().value());
          if (present == null || !old.test(present)) {
            return false;
          }
          deliveries.byId.remove(present.id().value());
          deliveries.attempts.values().removeIf(each -> each.delivery().equals(present.id()));
          return true;
        });
  }

  private static boolean isBefore(@Nullable Instant time, Before before, TenantId tenant) {
    return time != null && time.isBefore(before.of(tenant));
  }

  @Override
  public Old<PastAttempt> attempts(Before before) {
    return new OldOnes<>(
        after ->
            deliveries
                .attempts
                .tailMap(after.isEmpty() ? 0L : Long.parseLong(after), false)
                .entrySet()
                .stream()
                .filter(entry -> isOver(deliveryOf(entry.getValue())))
                .filter(entry ->
                    isBefore(
                        entry.getValue().executedAt(),
                        before,
                        requireNonNull(deliveryOf(entry.getValue())).tenant()))
                .map(entry ->
                    new Found<>(
                        entry.getKey().toString(),
                        new PastAttempt(
                            entry.getValue(), requireNonNull(deliveryOf(entry.getValue()))))),
        past ->
            isOver(deliveryOf(past.attempt()))
                && deliveries.attempts.values().remove(past.attempt()));
  }

  private @Nullable Delivery deliveryOf(Attempt attempt) {
    return deliveries.byId.get(attempt.delivery().value());
  }

  private static boolean isOver(@Nullable Delivery delivery) {
    return delivery != null && delivery.state().endedAt() != null;
  }

  @Override
  public Old<PastEvent> events(Before before) {
    return new OldOnes<>(
        after ->
            deliveries.events.values().stream()
                .sorted(comparing((Event event) -> event.id().value()))
                .filter(event -> event.id().value().compareTo(after) > 0)
                .filter(event ->
                    isBefore(event.acceptedAt(), before, event.tenant()) && hasNoDelivery(event))
                .map(event -> new Found<>(event.id().value(), new PastEvent(event))),
        past -> hasNoDelivery(past.event()) && deliveries.events.remove(past.event().id()) != null);
  }

  private boolean hasNoDelivery(Event event) {
    return deliveries.byId.values().stream().noneMatch(each -> each.event().equals(event.id()));
  }

  @Override
  public Old<PastMessage> messages(Before before) {
    return new OldOnes<>(
        after ->
            messages.byId.tailMap(after, false).values().stream()
                .filter(
                    message -> isBefore(message.origin().receivedAt(), before, message.tenant()))
                .map(message -> new Found<>(message.id().value(), new PastMessage(message))),
        past -> messages.byId.remove(past.message().id().value()) != null);
  }

  @Override
  public Old<PastChange> changes(Instant before) {
    return new OldOnes<>(
        after ->
            auditLog.byId.tailMap(after, false).values().stream()
                .filter(entry -> entry.at().isBefore(before))
                .map(entry -> new Found<>(entry.id().value(), new PastChange(entry))),
        past -> auditLog.byId.remove(past.entry().id().value()) != null);
  }

  @Override
  public int removeKeys(Instant before, int limit) {
    synchronized (events) {
      List<InMemoryEvents.Key> old =
          events.byKey.entrySet().stream()
              .filter(entry -> entry.getValue().acceptedAt().isBefore(before))
              .limit(limit)
              .map(entry -> entry.getKey())
              .toList();
      old.forEach(events.byKey::remove);
      return old.size();
    }
  }

  @Override
  public int rollUpStatistics(Instant before, int limit) {
    return deliveries.statistics.rollUp(before, limit);
  }

  @Override
  public int removeStatistics(Before before, int limit) {
    return deliveries.statistics.remove(before, limit);
  }

  /** Memory finds its own way back. */
  @Override
  public int removeOrphans(int limit) {
    return deliveries.removeOrphans(limit);
  }

  @Override
  public boolean reclaimSpace() {
    return false;
  }
}

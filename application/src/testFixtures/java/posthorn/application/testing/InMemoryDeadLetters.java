package posthorn.application.testing;

import static java.util.Comparator.comparingInt;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Page;
import posthorn.domain.deadletter.BatchRun;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** {@link DeadLetters} in memory, under the lock of the deliveries. */
final class InMemoryDeadLetters implements DeadLetters {
  private final InMemoryDeliveries deliveries;

  InMemoryDeadLetters(InMemoryDeliveries deliveries) {
    this.deliveries = deliveries;
  }

  /** Oldest first. */
  private List<DeadLetter> matching(TenantId tenant, DeadLetterFilter filter) {
    synchronized (deliveries) {
      return deliveries.byId.values().stream()
          .filter(delivery -> delivery.tenant().equals(tenant))
          .filter(delivery -> delivery.state() instanceof Dead)
          .map(delivery -> new DeadLetter(delivery, deliveries.replayedAt.get(delivery.id())))
          .filter(filter::matches)
          .toList();
    }
  }

  @Override
  public Page<DeadLetter, DeliveryId> page(Query query) {
    DeliveryId before = query.before();
    List<DeadLetter> found =
        matching(query.tenant(), query.filter()).reversed().stream()
            .filter(letter -> before == null || isBefore(letter, before))
            .skip(query.offset())
            .limit(query.limit() + 1L)
            .toList();
    return Page.of(found, query.limit(), letter -> letter.delivery().id());
  }

  private record Kind(WebhookId webhook, @Nullable FailureCategory category, DeadReason reason) {
    static Kind of(DeadLetter letter) {
      Failure failure = letter.delivery().progress().lastFailure();
      return new Kind(
          letter.delivery().webhook(),
          failure == null ? null : failure.category(),
          letter.reason());
    }
  }

  @Override
  public Summary summary(TenantId tenant, DeadLetterFilter filter, int limit) {
    List<Group> groups =
        matching(tenant, filter).stream().collect(groupingBy(Kind::of)).entrySet().stream()
            .map(entry -> group(entry.getKey(), entry.getValue()))
            .sorted(
                comparingInt(Group::count)
                    .reversed()
                    .thenComparing(group -> group.sample().value(), Comparator.reverseOrder()))
            .toList();
    return new Summary(groups.stream().limit(limit).toList(), groups.size() > limit);
  }

  private static Group group(Kind kind, List<DeadLetter> letters) {
    Delivery newest = letters.getLast().delivery();
    Failure failure = newest.progress().lastFailure();
    return new Group(
        kind.webhook(),
        kind.category(),
        kind.reason(),
        letters.size(),
        (int) letters.stream().filter(DeadLetter::isReplayed).count(),
        deaths(letters).min(Comparator.naturalOrder()).orElseThrow(),
        deaths(letters).max(Comparator.naturalOrder()).orElseThrow(),
        newest.id(),
        failure == null ? null : failure.message());
  }

  private static Stream<Instant> deaths(List<DeadLetter> letters) {
    return letters.stream().map(DeadLetter::diedAt);
  }

  @Override
  public int count(TenantId tenant, DeadLetterFilter filter, Instant diedBy) {
    return (int)
        matching(tenant, filter).stream()
            .filter(letter -> !letter.diedAt().isAfter(diedBy))
            .count();
  }

  @Override
  public Slice next(TenantId tenant, DeadLetterFilter filter, BatchRun run, int limit) {
    DeliveryId ceiling = requireNonNull(run.ceiling());
    Instant startedAt = requireNonNull(run.startedAt());
    DeliveryId reached = run.reached();
    List<DeadLetter> found =
        matching(tenant, filter).stream()
            .filter(letter -> reached == null || isBefore(reached, letter))
            .filter(letter -> isBefore(letter, ceiling) && !letter.diedAt().isAfter(startedAt))
            .limit(limit + 1L)
            .toList();
    List<DeadLetter> slice = found.subList(0, Math.min(limit, found.size()));
    return new Slice(
        List.copyOf(slice),
        slice.isEmpty() ? null : slice.getLast().delivery().id(),
        found.size() <= limit);
  }

  private static boolean isBefore(DeadLetter letter, DeliveryId id) {
    return letter.delivery().id().value().compareTo(id.value()) < 0;
  }

  private static boolean isBefore(DeliveryId id, DeadLetter letter) {
    return id.value().compareTo(letter.delivery().id().value()) < 0;
  }
}

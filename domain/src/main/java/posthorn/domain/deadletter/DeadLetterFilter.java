package posthorn.domain.deadletter;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.webhook.WebhookId;

/**
 * Which dead letters are meant: those for which all of this holds. Where a set is empty, anything
 * will do.
 *
 * @param webhooks of one of these
 * @param eventTypes of a type that one of these matches
 * @param categories whose last attempt failed in one of these ways
 * @param reasons given up for one of these
 */
public record DeadLetterFilter(
    Set<WebhookId> webhooks,
    List<EventTypePattern> eventTypes,
    Set<FailureCategory> categories,
    Set<DeadReason> reasons,
    Details details) {

  /** Every dead letter. */
  public static final DeadLetterFilter ANY =
      new DeadLetterFilter(Set.of(), List.of(), Set.of(), Set.of(), Details.NONE);

  public DeadLetterFilter {
    webhooks = Set.copyOf(webhooks);
    eventTypes = List.copyOf(eventTypes);
    categories = Set.copyOf(categories);
    reasons = Set.copyOf(reasons);
  }

  /**
   * What is asked for more rarely; null where anything will do.
   *
   * @param error those whose last failure's message has this in it
   * @param from those made then or later, by the time in their ids
   * @param to those made before
   * @param replayed those that were replayed since they died, or those that were not
   */
  public record Details(
      @Nullable String sessionId,
      @Nullable String error,
      @Nullable Instant from,
      @Nullable Instant to,
      @Nullable Boolean replayed) {
    public static final Details NONE = new Details(null, null, null, null, null);

    Details notReplayed() {
      return new Details(sessionId, error, from, to, false);
    }
  }

  /** All that wait for a person in a webhook's name. */
  public static DeadLetterFilter unreplayedOf(WebhookId webhook) {
    return new DeadLetterFilter(
        Set.of(webhook), List.of(), Set.of(), Set.of(), Details.NONE.notReplayed());
  }

  public boolean matches(DeadLetter letter) {
    Delivery delivery = letter.delivery();
    Failure failure = delivery.progress().lastFailure();
    return isAmong(webhooks, delivery.webhook())
        && (eventTypes.isEmpty()
            || eventTypes.stream().anyMatch(pattern -> pattern.matches(delivery.eventType())))
        && (categories.isEmpty() || (failure != null && categories.contains(failure.category())))
        && isAmong(reasons, letter.reason())
        && isWanted(details.sessionId, delivery.sessionId())
        && (details.error == null || (failure != null && failure.message().contains(details.error)))
        && (details.replayed == null || details.replayed == letter.isReplayed())
        && isInTime(delivery.id().value());
  }

  private static <T> boolean isAmong(Set<T> wanted, T present) {
    return wanted.isEmpty() || wanted.contains(present);
  }

  private static boolean isWanted(@Nullable String wanted, @Nullable String present) {
    return wanted == null || wanted.equals(present);
  }

  private boolean isInTime(String id) {
    return (details.from == null
            || id.compareTo(IdForm.first(DeliveryId.PREFIX, details.from)) >= 0)
        && (details.to == null || id.compareTo(IdForm.first(DeliveryId.PREFIX, details.to)) < 0);
  }
}

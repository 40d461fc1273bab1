package posthorn.application.testing;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DeliveryQuery.Details;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.Failure;

/** What a query finds. */
record InMemoryDeliveryList(DeliveryQuery query) {

  Page<Delivery, DeliveryId> of(Collection<Delivery> newestFirst) {
    List<Delivery> found =
        newestFirst.stream()
            .filter(this::matches)
            .skip(query.offset())
            .limit(query.limit() + 1L)
            .toList();
    return Page.of(found, query.limit(), Delivery::id);
  }

  private boolean matches(Delivery delivery) {
    Details details = query.details();
    return delivery.tenant().equals(query.tenant())
        && isWanted(query.status(), delivery.state().wireName())
        && isWanted(query.webhook(), delivery.webhook())
        && isWanted(details.event(), delivery.event())
        && isWanted(details.sessionId(), delivery.sessionId())
        && (details.eventType() == null || details.eventType().matches(delivery.eventType()))
        && matches(details, delivery.progress().lastFailure())
        && isInRange(details, delivery.id().value());
  }

  private boolean isInRange(Details details, String id) {
    return (query.before() == null || id.compareTo(query.before().value()) < 0)
        && (details.from() == null
            || id.compareTo(IdForm.first(DeliveryId.PREFIX, details.from())) >= 0)
        && (details.to() == null
            || id.compareTo(IdForm.first(DeliveryId.PREFIX, details.to())) < 0);
  }

  private static boolean matches(Details details, @Nullable Failure failure) {
    return isWanted(details.category(), failure == null ? null : failure.category())
        && (details.error() == null
            || (failure != null && failure.message().contains(details.error())));
  }

  private static boolean isWanted(@Nullable Object wanted, @Nullable Object present) {
    return wanted == null || wanted.equals(present);
  }
}

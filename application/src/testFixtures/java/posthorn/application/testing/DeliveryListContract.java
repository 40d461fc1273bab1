package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DeliveryQuery.Details;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every store finds when it is asked for a list of deliveries. */
public abstract class DeliveryListContract extends DeliveriesFixture {

  @Test
  void a_page_says_where_the_next_one_begins() {
    Delivery first = accept(at(0));
    Delivery second = accept(at(1));
    Delivery third = accept(at(2));

    Page<Delivery, DeliveryId> page = deliveries.page(query(null, 2, 0, Details.NONE));
    assertThat(page).isEqualTo(new Page<>(List.of(third, second), second.id(), 0));
    assertThat(deliveries.page(query(second.id(), 1, 0, Details.NONE)))
        .isEqualTo(new Page<>(List.of(first), null, 0));
  }

  @Test
  void a_list_goes_on_where_it_was_while_others_arrive() {
    Delivery first = accept(at(0));
    Delivery second = accept(at(1));
    DeliveryId cursor = deliveries.page(query(null, 1, 0, Details.NONE)).next();
    assertThat(cursor).isEqualTo(second.id());

    accept(at(2));

    assertThat(deliveries.list(query(cursor, 1, 0, Details.NONE))).containsExactly(first);
  }

  @Test
  void an_offset_passes_over_what_matches() {
    Delivery first = accept(at(0));
    accept(typed("user.updated", at(1)));
    accept(at(2));

    assertThat(deliveries.list(query(null, 5, 1, type("user.created")))).containsExactly(first);
    assertThat(deliveries.page(query(null, 5, 2, type("user.created")))).isEqualTo(Page.empty());
  }

  @Test
  void one_that_a_worker_has_is_listed_as_in_flight_and_not_as_what_it_was() {
    Delivery pending = accept(at(2));
    accept(at(0));
    accept(at(1));
    Lease first = lease(NOW);
    Delivery failed =
        settle(
            claimOne(first, NOW), first, new RetryAt(NOW.plusSeconds(1), failure()), answered(500));
    Lease second = lease(NOW.plusMillis(1));
    Delivery inFlight = claimOne(second, NOW.plusMillis(1));

    assertThat(inState("pending")).containsExactly(pending);
    assertThat(inState("in_flight")).containsExactly(inFlight);
    assertThat(inState("failed")).containsExactly(failed);
    assertThat(list(Details.NONE)).containsExactlyInAnyOrder(pending, inFlight, failed);

    Instant then = NOW.plusSeconds(1);
    assertThat(claim(lease(then), then, 9)).hasSize(2);
    assertThat(inState("pending")).isEmpty();
    assertThat(inState("failed")).isEmpty();
    assertThat(inState("in_flight")).hasSize(3);
  }

  private List<Delivery> inState(String status) {
    return deliveries.list(new DeliveryQuery(DEFAULT, status, null, null, 10));
  }

  @Test
  void an_event_type_is_named_or_a_pattern() {
    Delivery created = accept(at(0));
    Delivery updated = accept(typed("user.updated", at(1)));
    Delivery other = accept(typed("users", at(2)));

    assertThat(list(type("user.created"))).containsExactly(created);
    assertThat(list(type("user.*"))).containsExactly(updated, created);
    assertThat(list(type("*"))).containsExactly(other, updated, created);
  }

  @Test
  void a_session_is_found() {
    Delivery delivery = accept(at(0));

    assertThat(list(new Details(null, null, "session-1", null, null, null, null)))
        .containsExactly(delivery);
    assertThat(list(new Details(null, null, "session", null, null, null, null))).isEmpty();
  }

  @Test
  void those_of_one_event_are_found_newest_first() {
    Event event = at(0);
    Webhook another = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(another);
    Delivery original = accept(event);
    accept(at(1), another);
    Instant later = NOW.plusSeconds(1);
    Delivery replay = original.replayed(new DeliveryId(ids.next(DeliveryId.PREFIX, later)), later);
    assertThat(deliveries.addIfEventRemains(replay)).isTrue();
    var details = new Details(event.id(), null, null, null, null, null, null);

    assertThat(list(details)).containsExactly(replay, original);
    var elsewhere = new DeliveryQuery(new TenantId("other"), null, null, null, 10, 0, details);
    assertThat(deliveries.page(elsewhere)).isEqualTo(Page.empty());
  }

  @Test
  void failures_are_found_by_category_and_by_words_of_their_message() {
    Delivery dead = die(accept(at(0)));
    accept(at(1));

    assertThat(list(failure(FailureCategory.SERVER_ERROR, null))).containsExactly(dead);
    assertThat(list(failure(FailureCategory.TIMEOUT, null))).isEmpty();
    assertThat(list(failure(null, failure().message().substring(1)))).containsExactly(dead);
    assertThat(list(failure(null, "%"))).isEmpty();
  }

  @Test
  void a_time_to_begin_with_is_in_the_range_and_the_time_to_end_with_is_not() {
    accept(at(0));
    Delivery second = accept(at(1));
    accept(at(2));

    assertThat(list(range(NOW.plusMillis(1), NOW.plusMillis(2)))).containsExactly(second);
    assertThat(list(range(null, NOW))).isEmpty();
    assertThat(list(range(Instant.parse("1960-01-01T00:00:00Z"), NOW.plusMillis(1)))).hasSize(1);
  }

  @Test
  void all_conditions_have_to_hold() {
    Delivery dead = die(accept(at(0)));
    accept(at(1));
    var details =
        new Details(
            dead.event(),
            new EventTypePattern("user.*"),
            "session-1",
            FailureCategory.SERVER_ERROR,
            failure().message(),
            NOW,
            NOW.plusMillis(1));

    assertThat(
            deliveries.list(new DeliveryQuery(DEFAULT, "dead", webhook.id(), null, 10, 0, details)))
        .containsExactly(dead);
    assertThat(
            deliveries.list(
                new DeliveryQuery(DEFAULT, "failed", webhook.id(), null, 10, 0, details)))
        .isEmpty();
  }

  @Test
  void another_tenants_webhook_has_nothing() {
    accept(at(0));

    assertThat(
            deliveries.page(new DeliveryQuery(new TenantId("other"), null, webhook.id(), null, 10)))
        .isEqualTo(Page.empty());
  }

  private List<Delivery> list(Details details) {
    return deliveries.list(query(null, 10, 0, details));
  }

  private static DeliveryQuery query(
      @Nullable DeliveryId before, int limit, int offset, Details details) {
    return new DeliveryQuery(DEFAULT, null, null, before, limit, offset, details);
  }

  private static Details type(String pattern) {
    return new Details(null, new EventTypePattern(pattern), null, null, null, null, null);
  }

  private static Details failure(@Nullable FailureCategory category, @Nullable String error) {
    return new Details(null, null, null, category, error, null, null);
  }

  private static Details range(@Nullable Instant from, @Nullable Instant to) {
    return new Details(null, null, null, null, null, from, to);
  }

  private Event at(int millis) {
    return samples.event(DEFAULT, null, NOW.plusMillis(millis));
  }

  private static Event typed(String type, Event like) {
    return new Event(
        new EventId(like.id().value()),
        like.tenant(),
        new EventType(type),
        like.data(),
        like.timestamp(),
        like.acceptedAt(),
        like.idempotencyKey(),
        like.source(),
        like.sessionId(),
        like.priority(),
        like.orderingKey(),
        like.deliverAt());
  }
}

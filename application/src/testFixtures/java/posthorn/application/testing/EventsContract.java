package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.EventQuery;
import posthorn.application.port.Events;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Acceptance.Accepted;
import posthorn.application.port.Events.Acceptance.SeenBefore;
import posthorn.application.port.Events.Publication;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventType;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link Events} keeps to. */
public abstract class EventsContract {
  private static final Instant NOW = TestTime.START;
  private static final Instant A_DAY_AGO = NOW.minus(Duration.ofDays(1));

  private final Samples samples = new Samples();
  private Stores stores;
  private Events events;
  private Webhook webhook;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    stores = open();
    events = stores.events();
    webhook = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(webhook);
  }

  @Test
  void an_accepted_event_has_all_its_deliveries() {
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery first = samples.delivery(event, webhook);
    Delivery second = samples.delivery(event, webhook);

    assertThat(accept(event, first, second)).isEqualTo(new Accepted(1));

    assertThat(all()).containsExactly(second, first);
  }

  @Test
  void of_many_at_once_each_is_judged_alone_and_in_their_order() {
    Event first = samples.event(DEFAULT, "key", NOW);
    Event same = samples.event(DEFAULT, "key", NOW);
    Event other = samples.event(DEFAULT, null, NOW);
    List<Publication> publications =
        Stream.of(first, same, other)
            .map(event -> new Publication(event, List.of(samples.delivery(event, webhook))))
            .toList();

    assertThat(events.accept(publications, A_DAY_AGO))
        .containsExactly(new Accepted(1), new SeenBefore(first.id()), new Accepted(2));
    assertThat(all()).extracting(Delivery::event).containsExactly(other.id(), first.id());
  }

  @Test
  void an_event_that_nobody_wants_is_accepted() {
    assertThat(accept(samples.event(DEFAULT, null, NOW), new Delivery[0]))
        .isEqualTo(new Accepted(1));
  }

  @Test
  void a_key_seen_before_writes_nothing_and_names_the_first_event() {
    Event first = samples.event(DEFAULT, "key", NOW);
    accept(first);

    assertThat(accept(samples.event(DEFAULT, "key", NOW))).isEqualTo(new SeenBefore(first.id()));

    assertThat(all()).hasSize(1);
  }

  @Test
  void a_key_seen_too_long_ago_is_new_again() {
    accept(samples.event(DEFAULT, "key", A_DAY_AGO.minusMillis(1)));
    Event second = samples.event(DEFAULT, "key", NOW);

    assertThat(accept(second)).isEqualTo(new Accepted(2));
    assertThat(accept(samples.event(DEFAULT, "key", NOW))).isEqualTo(new SeenBefore(second.id()));
  }

  @Test
  void a_key_seen_exactly_as_long_ago_as_keys_count_is_a_duplicate() {
    Event first = samples.event(DEFAULT, "key", A_DAY_AGO);
    accept(first);

    assertThat(accept(samples.event(DEFAULT, "key", NOW))).isEqualTo(new SeenBefore(first.id()));
  }

  @Test
  void another_tenant_may_use_the_same_key() {
    accept(samples.event(DEFAULT, "key", NOW));
    var other = new TenantId("other");
    stores.webhooks().add(samples.webhook(other, "*"));

    assertThat(accept(samples.event(other, "key", NOW))).isEqualTo(new Accepted(1));
  }

  @Test
  void of_concurrent_events_with_one_key_exactly_one_is_accepted() throws Exception {
    List<Event> same =
        IntStream.range(0, 50).mapToObj(_ -> samples.event(DEFAULT, "key", NOW)).toList();

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var acceptances =
          threads.invokeAll(
              same.stream().map(event -> (Callable<Acceptance>) () -> accept(event)).toList());
      int accepted = 0;
      for (var acceptance : acceptances) {
        if (acceptance.get() instanceof Accepted) {
          accepted++;
        }
      }
      assertThat(accepted).isEqualTo(1);
    }
    assertThat(all()).hasSize(1);
  }

  @Test
  void the_numbers_grow_by_one_for_each_tenant_and_type() {
    var other = new TenantId("other");
    stores.webhooks().add(samples.webhook(other, "*"));

    assertThat(accept(ofType(DEFAULT, "order.paid"))).isEqualTo(new Accepted(1));
    assertThat(accept(ofType(DEFAULT, "order.paid"))).isEqualTo(new Accepted(2));
    assertThat(accept(ofType(DEFAULT, "order.sent"))).isEqualTo(new Accepted(1));
    assertThat(accept(ofType(other, "order.paid"))).isEqualTo(new Accepted(1));
    assertThat(accept(ofType(DEFAULT, "order.paid"))).isEqualTo(new Accepted(3));
  }

  @Test
  void events_of_one_request_are_numbered_in_their_order() {
    List<Publication> publications =
        Stream.of("a", "b", "a", "a", "b")
            .map(type -> new Publication(ofType(DEFAULT, type), List.of()))
            .toList();

    assertThat(events.accept(publications, A_DAY_AGO))
        .containsExactly(
            new Accepted(1), new Accepted(1), new Accepted(2), new Accepted(3), new Accepted(2));
  }

  @Test
  void a_duplicate_takes_no_number() {
    accept(samples.event(DEFAULT, "key", NOW));
    accept(samples.event(DEFAULT, "key", NOW));

    assertThat(accept(samples.event(DEFAULT, null, NOW))).isEqualTo(new Accepted(2));
  }

  @Test
  void an_event_keeps_its_number_wherever_it_is_read() {
    accept(samples.event(DEFAULT, null, NOW));
    Event event = samples.event(DEFAULT, null, NOW);
    accept(event);

    assertThat(stores.eventHistory().find(DEFAULT, event.id())).contains(event.numbered(2));
    assertThat(
            stores
                .eventHistory()
                .list(new EventQuery(DEFAULT, EventQuery.Where.ANY, null, 0, 1, false))
                .items())
        .extracting(Event::sequence)
        .containsExactly(2L);
    for (int claim = 0; claim < 2; claim++) {
      var lease = new Lease("node", "token " + claim, NOW.plusSeconds(60));
      List<ClaimedDelivery> claimed =
          stores
              .dueDeliveries()
              .claim(List.of(new Share(webhook.id(), Work.NORMAL_FIRST, 10)), lease, NOW);
      assertThat(claimed).extracting(each -> each.event().sequence()).containsExactly(1L, 2L);
      claimed.forEach(
          each -> stores.dueDeliveries().releaseIfLeased(each.delivery().released(), lease));
    }
  }

  @Test
  void concurrent_events_have_numbers_without_gaps() throws Exception {
    List<Callable<Acceptance>> calls =
        IntStream.range(0, 200)
            .mapToObj(i -> ofType(DEFAULT, i % 2 == 0 ? "even" : "odd"))
            .map(event -> (Callable<Acceptance>) () -> accept(event))
            .toList();

    var numbers = new ArrayList<Long>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var acceptance : threads.invokeAll(calls)) {
        numbers.add(((Accepted) acceptance.get()).sequence());
      }
    }
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(0, 200).mapToObj(i -> i / 2 + 1).toList());
  }

  @Test
  void numbers_go_on_after_the_events_are_pruned() {
    accept(samples.event(DEFAULT, null, NOW), new Delivery[0]);
    accept(samples.event(DEFAULT, null, NOW), new Delivery[0]);
    var old = stores.history().events(_ -> NOW.plusSeconds(1));
    assertThat(old.removeIfStillOld(old.page(null, 10).entries())).isEqualTo(2);

    assertThat(accept(samples.event(DEFAULT, null, NOW))).isEqualTo(new Accepted(3));
  }

  private Event ofType(TenantId tenant, String type) {
    return samples.event(samples.event(tenant, null, NOW), new EventType(type));
  }

  private Acceptance accept(Event event) {
    return accept(event, samples.delivery(event, webhook));
  }

  private Acceptance accept(Event event, Delivery... deliveries) {
    return events
        .accept(List.of(new Publication(event, List.of(deliveries))), A_DAY_AGO)
        .getFirst();
  }

  private List<Delivery> all() {
    return stores.deliveries().list(new DeliveryQuery(DEFAULT, null, null, null, 1_000));
  }
}

package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Events;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Acceptance.Accepted;
import posthorn.application.port.Events.Acceptance.SeenBefore;
import posthorn.application.port.Events.Publication;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
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

    assertThat(accept(event, first, second)).isEqualTo(new Accepted());

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
        .containsExactly(new Accepted(), new SeenBefore(first.id()), new Accepted());
    assertThat(all()).extracting(Delivery::event).containsExactly(other.id(), first.id());
  }

  @Test
  void an_event_that_nobody_wants_is_accepted() {
    assertThat(accept(samples.event(DEFAULT, null, NOW), new Delivery[0]))
        .isEqualTo(new Accepted());
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

    assertThat(accept(second)).isEqualTo(new Accepted());
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

    assertThat(accept(samples.event(other, "key", NOW))).isEqualTo(new Accepted());
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

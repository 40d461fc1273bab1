package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventQuery;
import posthorn.application.port.EventQuery.Where;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link EventHistory} keeps to. */
public abstract class EventHistoryContract {
  private static final Instant NOW = TestTime.START;
  private static final TenantId OTHER = new TenantId("other");

  private final Samples samples = new Samples();
  private final SequentialIds ids = new SequentialIds();
  private Stores stores;
  private EventHistory history;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    stores = open();
    history = stores.eventHistory();
  }

  @Test
  void nothing_of_an_event_is_lost() {
    Event event =
        accepted(
            new Event(
                new EventId(ids.next(EventId.PREFIX, NOW)),
                DEFAULT,
                new EventType("order.paid"),
                JsonBytes.of("{ \"ü\": [1.0, \"\\u0000\"] }"),
                NOW.minusSeconds(9),
                NOW,
                "key-1",
                "api \"service\"\\\t\u0000ü🐈",
                "session-1",
                Priority.HIGH,
                "order-7",
                NOW.plusSeconds(60),
                3,
                Event.UNNUMBERED));

    assertThat(history.find(DEFAULT, event.id())).contains(event);
    assertThat(list(Where.ANY)).containsExactly(event);
  }

  @Test
  void an_event_without_anything_optional_is_found_too() {
    Event event = accepted(DEFAULT, "order.paid", NOW, null, null, null);

    assertThat(history.find(DEFAULT, event.id())).contains(event);
  }

  @Test
  void nobody_sees_the_events_of_another_tenant() {
    Event event = accepted(OTHER, "order.paid", NOW, null, null, null);

    assertThat(history.find(DEFAULT, event.id())).isEmpty();
    assertThat(list(Where.ANY)).isEmpty();
  }

  @Test
  void the_data_of_several_events_comes_as_it_was_written_until_it_is_too_much() {
    Event first = accepted(DEFAULT, "order.paid", NOW, null, null, null);
    Event second = accepted(DEFAULT, "order.paid", NOW, null, null, null);
    var unknown = new EventId(ids.next(EventId.PREFIX, NOW));
    List<EventId> asked = List.of(unknown, second.id(), second.id(), first.id());
    long length = second.data().length();

    assertThat(history.dataOf(asked, length + 1))
        .containsOnly(entry(first.id(), first.data()), entry(second.id(), second.data()));
    assertThat(history.dataOf(asked, length)).containsOnly(entry(second.id(), second.data()));
    assertThat(history.dataOf(asked, 0)).isEmpty();
    assertThat(history.dataOf(List.of(), length)).isEmpty();
  }

  @Test
  void without_data_all_else_is_there() {
    Event event = accepted(DEFAULT, "order.paid", NOW, "k", "s", "t");

    Event found =
        history.list(new EventQuery(DEFAULT, Where.ANY, null, 0, 10, false)).items().getFirst();

    assertThat(found.data().length()).isZero();
    assertThat(found).usingRecursiveComparison().ignoringFields("data").isEqualTo(event);
  }

  @Test
  void pages_stay_right_while_events_arrive() {
    List<Event> five = accepted(5);

    Page<Event, EventId> first = history.list(new EventQuery(DEFAULT, Where.ANY, null, 0, 2, true));
    assertThat(first.items()).containsExactly(five.get(4), five.get(3));
    assertThat(first.next()).isNotNull();

    accepted(DEFAULT, "order.paid", NOW.plusSeconds(9), null, null, null);
    Page<Event, EventId> second =
        history.list(new EventQuery(DEFAULT, Where.ANY, five.get(3).id(), 0, 2, true));
    assertThat(second.items()).containsExactly(five.get(2), five.get(1));
    assertThat(second.next()).isNotNull();

    Page<Event, EventId> last =
        history.list(new EventQuery(DEFAULT, Where.ANY, five.get(1).id(), 0, 2, true));
    assertThat(last.items()).containsExactly(five.get(0));
    assertThat(last.next()).isNull();
  }

  @Test
  void an_offset_leaves_out_the_newest() {
    List<Event> five = accepted(5);

    Page<Event, EventId> page = history.list(new EventQuery(DEFAULT, Where.ANY, null, 3, 2, true));

    assertThat(page.items()).containsExactly(five.get(1), five.get(0));
    assertThat(page.next()).isNull();
    assertThat(history.list(new EventQuery(DEFAULT, Where.ANY, null, 9, 2, true)).items())
        .isEmpty();
  }

  @Test
  void events_are_found_by_their_type_or_a_pattern_of_it() {
    Event paid = accepted(DEFAULT, "order.paid", NOW, null, null, null);
    Event added = accepted(DEFAULT, "order.item.added", NOW, null, null, null);
    Event order = accepted(DEFAULT, "order", NOW, null, null, null);
    Event orders = accepted(DEFAULT, "orders.paid", NOW, null, null, null);

    assertThat(list(ofType("order.paid"))).containsExactly(paid);
    assertThat(list(ofType("order.*"))).containsExactly(added, paid);
    assertThat(list(ofType("order"))).containsExactly(order);
    assertThat(list(ofType("*"))).containsExactly(orders, order, added, paid);
    assertThat(list(ofType("ORDER.*"))).isEmpty();
  }

  @Test
  void events_are_found_by_what_they_carry() {
    Event first = accepted(DEFAULT, "a", NOW, "key-1", "api", "session-1");
    Event second = accepted(DEFAULT, "a", NOW, "key-2", "shop", "session-1");
    accepted(DEFAULT, "a", NOW, null, null, null);

    assertThat(list(new Where(null, "session-1", null, null, null, null)))
        .containsExactly(second, first);
    assertThat(list(new Where(null, null, "api", null, null, null))).containsExactly(first);
    assertThat(list(new Where(null, null, null, "key-2", null, null))).containsExactly(second);
    assertThat(list(new Where(new EventTypePattern("a"), "session-1", "shop", "key-2", NOW, null)))
        .containsExactly(second);
    assertThat(list(new Where(null, "session-1", "api", "key-2", null, null))).isEmpty();
  }

  @Test
  void a_time_begins_with_its_first_moment_and_ends_before_its_last() {
    Event early = accepted(DEFAULT, "a", NOW.minusMillis(1), null, null, null);
    Event exact = accepted(DEFAULT, "a", NOW, null, null, null);
    Event late = accepted(DEFAULT, "a", NOW.plusMillis(1), null, null, null);

    assertThat(list(new Where(null, null, null, null, NOW, null))).containsExactly(late, exact);
    assertThat(list(new Where(null, null, null, null, null, NOW))).containsExactly(early);
    assertThat(list(new Where(null, null, null, null, NOW, NOW.plusMillis(1))))
        .containsExactly(exact);
    assertThat(list(new Where(null, null, null, null, Instant.EPOCH.minusSeconds(1), null)))
        .hasSize(3);
    assertThat(list(new Where(null, null, null, null, null, Instant.EPOCH.minusSeconds(1))))
        .isEmpty();
  }

  @Test
  void the_deliveries_of_an_event_come_newest_first() {
    Webhook webhook = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(webhook);
    Event event = samples.event(DEFAULT, null, NOW);
    Event other = samples.event(DEFAULT, null, NOW);
    Delivery first = samples.delivery(event, webhook);
    Delivery second = samples.delivery(event, webhook);
    Delivery foreign = samples.delivery(other, webhook);
    stores
        .events()
        .accept(
            List.of(
                new Publication(event, List.of(first, second)),
                new Publication(other, List.of(foreign))),
            NOW);

    assertThat(history.deliveriesOf(event.id(), null, 10)).containsExactly(second, first);
    assertThat(history.deliveriesOf(event.id(), null, 1)).containsExactly(second);
    assertThat(history.deliveriesOf(event.id(), second.id(), 10)).containsExactly(first);
  }

  private List<Event> accepted(int count) {
    var events = new ArrayList<Event>();
    for (int i = 0; i < count; i++) {
      events.add(accepted(DEFAULT, "order.paid", NOW.plusMillis(i), null, null, null));
    }
    return events;
  }

  /** The event as it was accepted, with its number. */
  private Event accepted(Event event) {
    Acceptance acceptance =
        stores.events().accept(List.of(new Publication(event, List.of())), NOW).getFirst();
    return event.numbered(((Acceptance.Accepted) acceptance).sequence());
  }

  private List<Event> list(Where where) {
    return history.list(new EventQuery(DEFAULT, where, null, 0, 100, true)).items();
  }

  private static Where ofType(String pattern) {
    return new Where(new EventTypePattern(pattern), null, null, null, null, null);
  }

  private Event accepted(
      TenantId tenant,
      String type,
      Instant at,
      @Nullable String key,
      @Nullable String source,
      @Nullable String session) {
    return accepted(
        new Event(
            new EventId(ids.next(EventId.PREFIX, at)),
            tenant,
            new EventType(type),
            JsonBytes.of("{\"n\": 1}"),
            at,
            at,
            key,
            source,
            session,
            Priority.NORMAL,
            null,
            null));
  }
}

package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventQuery;
import posthorn.application.port.EventQuery.Where;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.Page;
import posthorn.application.testing.EventHistoryContract;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;

class SqliteEventHistoryTest extends EventHistoryContract {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void a_page_holds_no_more_data_than_memory_should() {
    Stores stores = open();
    var ids = new SequentialIds();
    var large = JsonBytes.of("\"" + "x".repeat(EventList.PAGE_BYTES / 2) + "\"");
    List<Publication> three =
        IntStream.range(0, 3).mapToObj(_ -> new Publication(event(ids, large), List.of())).toList();
    stores.events().accept(three, TestTime.START);

    Page<Event, EventId> page =
        stores.eventHistory().list(new EventQuery(DEFAULT, Where.ANY, null, 0, 10, true));
    assertThat(page.items())
        .extracting(Event::id)
        .containsExactly(three.get(2).event().id(), three.get(1).event().id());
    assertThat(page.next()).isEqualTo(three.get(1).event().id());

    Page<Event, EventId> all =
        stores.eventHistory().list(new EventQuery(DEFAULT, Where.ANY, null, 0, 10, false));
    assertThat(all.items()).hasSize(3);
    assertThat(all.next()).isNull();
  }

  @Test
  void who_finds_little_stops_looking_and_says_from_where_to_go_on() {
    List<Event> seven = seven();
    EventHistory lookingAtThree = store.eventHistory(3);
    var ofSource = new Where(null, null, "shop", null, null, null);

    Page<Event, EventId> page = lookingAtThree.list(query(ofSource, null, 0));
    assertThat(page).isEqualTo(new Page<>(List.of(), seven.get(4).id(), 0));
    page = lookingAtThree.list(query(ofSource, page.next(), 0));
    assertThat(page).isEqualTo(new Page<>(List.of(), seven.get(1).id(), 0));
    page = lookingAtThree.list(query(ofSource, page.next(), 0));
    assertThat(page).isEqualTo(Page.empty());
  }

  @Test
  void who_stops_while_passing_over_some_says_how_many_remain() {
    List<Event> seven = seven();
    EventHistory lookingAtThree = store.eventHistory(3);
    var ofType = new Where(new EventTypePattern("a.*"), null, null, null, null, null);

    Page<Event, EventId> page = lookingAtThree.list(query(ofType, null, 5));
    assertThat(page).isEqualTo(new Page<>(List.of(), seven.get(4).id(), 2));
    page = lookingAtThree.list(query(ofType, page.next(), page.offset()));
    assertThat(page).isEqualTo(new Page<>(List.of(seven.get(1)), seven.get(1).id(), 0));
    page = lookingAtThree.list(query(ofType, page.next(), page.offset()));
    assertThat(page).isEqualTo(new Page<>(List.of(seven.get(0)), null, 0));
  }

  private List<Event> seven() {
    Stores stores = open();
    var ids = new SequentialIds();
    List<Event> events =
        IntStream.rangeClosed(1, 7)
            .mapToObj(i -> event(ids, JsonBytes.of("{}")).numbered(i))
            .toList();
    stores
        .events()
        .accept(
            events.stream().map(event -> new Publication(event, List.of())).toList(),
            TestTime.START);
    return events;
  }

  private static EventQuery query(Where where, @Nullable EventId before, int offset) {
    return new EventQuery(DEFAULT, where, before, offset, 5, true);
  }

  private static Event event(SequentialIds ids, JsonBytes data) {
    return new Event(
        new EventId(ids.next(EventId.PREFIX, TestTime.START)),
        DEFAULT,
        new EventType("a.b"),
        data,
        TestTime.START,
        TestTime.START,
        null,
        null,
        null,
        Priority.NORMAL,
        null,
        null);
  }
}

package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.EventHistory.Page;
import posthorn.application.port.EventQuery;
import posthorn.application.port.Events.Publication;
import posthorn.application.testing.EventHistoryContract;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
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
    var large = JsonBytes.of("\"" + "x".repeat(SqliteEventHistory.PAGE_BYTES / 2) + "\"");
    List<Publication> three =
        IntStream.range(0, 3).mapToObj(_ -> new Publication(event(ids, large), List.of())).toList();
    stores.events().accept(three, TestTime.START);

    Page page =
        stores
            .eventHistory()
            .list(new EventQuery(DEFAULT, EventQuery.Where.ANY, null, 0, 10, true));
    assertThat(page.events())
        .extracting(Event::id)
        .containsExactly(three.get(2).event().id(), three.get(1).event().id());
    assertThat(page.more()).isTrue();

    Page all =
        stores
            .eventHistory()
            .list(new EventQuery(DEFAULT, EventQuery.Where.ANY, null, 0, 10, false));
    assertThat(all.events()).hasSize(3);
    assertThat(all.more()).isFalse();
  }

  private static Event event(SequentialIds ids, JsonBytes data) {
    return new Event(
        new EventId(ids.next(EventId.PREFIX, TestTime.START)),
        DEFAULT,
        new EventType("a"),
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

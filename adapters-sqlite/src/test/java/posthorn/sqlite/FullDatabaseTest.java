package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Events;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.StoreFullException;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;

/** On a disk that is full, a database cannot get another page; here it is forbidden to. */
class FullDatabaseTest {
  private static final int PAGES_LEFT = 10;

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @Test
  void what_does_not_fit_is_refused_as_that_and_what_fits_is_written() throws SQLException {
    store.open();
    store.close();
    Connection writing = SqliteConnections.forWriting(store.url(), Durability.FULL).getConnection();
    try (var statement = writing.createStatement();
        var pages = statement.executeQuery("PRAGMA page_count")) {
      long most = pages.getLong(1) + PAGES_LEFT;
      statement.execute("PRAGMA max_page_count = " + most);
    }
    Events events = store.open(writing).events();

    assertThatThrownBy(() -> accept(events, 200_000)).isInstanceOf(StoreFullException.class);
    assertThat(accept(events, 10)).containsExactly(new Acceptance.Accepted(1));
    store.checkStoredBytes();
  }

  private static List<Acceptance> accept(Events events, int bytes) {
    Event sample = new Samples().event(DEFAULT, null, TestTime.START);
    var event =
        new Event(
            sample.id(),
            sample.tenant(),
            sample.type(),
            JsonBytes.of("\"" + "x".repeat(bytes) + "\""),
            sample.timestamp(),
            sample.acceptedAt(),
            sample.idempotencyKey(),
            sample.source(),
            sample.sessionId(),
            sample.priority(),
            sample.orderingKey(),
            sample.deliverAt());
    return events.accept(List.of(new Publication(event, List.of())), TestTime.START);
  }
}

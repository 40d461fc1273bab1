package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.History;
import posthorn.application.port.History.Page;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruneHistory.Result;
import posthorn.application.retention.PruningRecord;
import posthorn.application.retention.RetentionPolicy;
import posthorn.application.retention.Retentions;
import posthorn.application.testing.HistoryContract;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestClockTrust;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;

class SqliteHistoryTest extends HistoryContract {
  private static final int LARGE = 200_000;
  private static final int COUNT = 60;
  private static final Duration A_DAY = Duration.ofDays(1);
  private static final Instant LATER = TestTime.START.plus(A_DAY).plusMillis(1);

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @AfterEach
  void stored_bytes_are_counted_right() {
    store.checkStoredBytes();
  }

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void the_file_shrinks_when_what_was_in_it_is_removed() throws IOException {
    Stores stores = store.open();
    addLargeEvents(stores);
    // Closing writes all of it into the file.
    stores = store.open();
    assertThat(size()).isGreaterThan(COUNT * LARGE);
    var pruneHistory =
        new PruneHistory(
            stores.history(),
            (_, _) -> {},
            new Retentions(new RetentionPolicy(A_DAY, A_DAY, A_DAY), A_DAY, stores.tenants()),
            new PruningRecord(),
            new TestClockTrust());

    assertThat(pruneHistory.prune(LATER, () -> true)).isEqualTo(new Result(0, 0, COUNT, 0, 0, 0));

    assertThat(size()).isLessThan(COUNT * LARGE / 10);
    store.close();
    assertThat(size()).isLessThan(COUNT * LARGE / 10);
  }

  @Test
  void a_page_of_large_events_is_small() {
    Stores stores = store.open();
    List<Event> added = addLargeEvents(stores);
    History.Old<PastEvent> old = stores.history().events(_ -> LATER);
    var found = new ArrayList<Event>();

    @Nullable String after = null;
    do {
      Page<PastEvent> page = old.page(after, COUNT);
      assertThat(page.entries()).hasSizeLessThan(COUNT / 2);
      page.entries().forEach(past -> found.add(past.event()));
      after = page.next();
    } while (after != null);

    assertThat(found).isEqualTo(added);
  }

  @Test
  void a_time_before_all_ids_makes_nothing_old() {
    Stores stores = store.open();
    addLargeEvents(stores);

    assertThat(stores.history().events(_ -> Instant.EPOCH.minusMillis(1)).page(null, 10).entries())
        .isEmpty();
  }

  @Test
  void many_tenants_are_walked_through_a_page_at_a_time() {
    Stores stores = store.open();
    var samples = new Samples();
    int tenants = TenantWalk.MOST_TENANTS + 1;
    for (int i = 0; i < tenants; i++) {
      Event event = samples.event(tenant(i), null, TestTime.START);
      stores.events().accept(List.of(new Publication(event, List.of())), TestTime.START);
    }
    TenantId last = tenant(tenants - 1);
    History.Old<PastEvent> old =
        stores.history().events(tenant -> tenant.equals(last) ? LATER : Instant.EPOCH);

    Page<PastEvent> first = old.page(null, 10);

    assertThat(first.entries()).isEmpty();
    assertThat(first.next()).isNotNull();
    Page<PastEvent> second = old.page(first.next(), 10);
    assertThat(second.entries()).extracting(past -> past.event().tenant()).containsExactly(last);
    assertThat(second.next()).isNull();
  }

  private static TenantId tenant(int number) {
    return new TenantId("t%04d".formatted(number));
  }

  private static List<Event> addLargeEvents(Stores stores) {
    var samples = new Samples();
    var added = new ArrayList<Event>();
    for (int i = 0; i < COUNT; i++) {
      Event event = large(samples.event(DEFAULT, null, TestTime.START));
      stores.events().accept(List.of(new Publication(event, List.of())), TestTime.START);
      added.add(event.numbered(i + 1));
    }
    return added;
  }

  private static Event large(Event event) {
    return new Event(
        event.id(),
        event.tenant(),
        event.type(),
        JsonBytes.of("\"" + "x".repeat(LARGE) + "\""),
        event.timestamp(),
        event.acceptedAt(),
        event.idempotencyKey(),
        event.source(),
        event.sessionId(),
        event.priority(),
        event.orderingKey(),
        event.deliverAt());
  }

  private long size() throws IOException {
    return Files.size(Path.of(store.url().substring("jdbc:sqlite:".length())));
  }
}

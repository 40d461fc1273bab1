package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundMessages.Acceptance.SeenBefore;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.InboundQuery.Where;
import posthorn.application.port.Page;
import posthorn.application.testing.InboundMessagesContract;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.ReceivedMessage.Origin;
import posthorn.domain.inbound.ReceivedMessage.Repeats;
import posthorn.domain.inbound.Routing.Unrouted;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.UnroutedReason;

class SqliteInboundMessagesTest extends InboundMessagesContract {
  private static final Where WITH_SEVEN = new Where(null, null, null, null, "7", null, null);

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  @AfterEach
  void stored_bytes_are_counted_right() {
    store.checkStoredBytes();
  }

  private final SequentialIds ids = new SequentialIds();
  private final SourceId source = new SourceId(ids.next(SourceId.PREFIX, TestTime.START));

  @Override
  protected Stores open() {
    return store.open();
  }

  @Test
  void a_message_is_known_again_after_the_file_was_reopened() {
    ReceivedMessage first = message("same", "{}");
    open().inboundMessages().accept(first, null);

    assertThat(open().inboundMessages().accept(message("same", "{}"), null))
        .isEqualTo(new SeenBefore(first.id()));
  }

  @Test
  void who_finds_little_stops_looking_and_says_from_where_to_go_on() {
    InboundMessages all = open().inboundMessages();
    var messages = new ArrayList<ReceivedMessage>();
    for (int i = 0; i < 50; i++) {
      messages.add(message(null, i == 7 ? "7" : "0"));
      all.accept(messages.getLast(), null);
    }

    assertThat(pagesOfSeven(new InboundList(20, Long.MAX_VALUE), messages.get(7)))
        .isGreaterThan(20);
  }

  @Test
  void a_search_looks_through_so_many_bytes_and_says_from_where_to_go_on() {
    InboundMessages all = open().inboundMessages();
    var messages = new ArrayList<ReceivedMessage>();
    for (int i = 0; i < 40; i++) {
      messages.add(message(null, "\"" + (i == 7 ? "7" : "0").repeat(1_000) + "\""));
      all.accept(messages.getLast(), null);
    }

    assertThat(pagesOfSeven(new InboundList(1_000_000, 4_000), messages.get(7))).isEqualTo(11);
    assertThat(pagesOfSeven(new InboundList(1_000_000, 1), messages.get(7)))
        .as("at least one message a page")
        .isEqualTo(41);
    assertThat(pagesOfSeven(new InboundList(1_000_000, 1_000_000), messages.get(7))).isEqualTo(1);
  }

  /** In how many pages a search finds the one that it is to find. */
  private int pagesOfSeven(InboundList list, ReceivedMessage expected) {
    InboundMessages bounded = store.inboundMessages(list);
    var found = new ArrayList<ReceivedMessage>();
    int pages = 0;
    @Nullable InboundId before = null;
    do {
      Page<ReceivedMessage, InboundId> page =
          bounded.page(new InboundQuery(DEFAULT, WITH_SEVEN, before, 10, true));
      found.addAll(page.items());
      before = page.next();
      pages++;
    } while (before != null);
    assertThat(found).containsExactly(expected);
    return pages;
  }

  private ReceivedMessage message(@Nullable String messageId, String data) {
    return new ReceivedMessage(
        new InboundId(ids.next(InboundId.PREFIX, TestTime.START)),
        DEFAULT,
        source,
        messageId,
        new EventType("push"),
        new Origin(TestTime.START, "192.0.2.7", Map.of()),
        JsonBytes.of(data),
        new Unrouted(UnroutedReason.NO_ROUTE),
        Repeats.NONE);
  }
}

package posthorn.application.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.event.Event.UNNUMBERED;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ArchiveEntry.PastMessage;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.History;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundMessages.Acceptance;
import posthorn.application.port.InboundMessages.Acceptance.Accepted;
import posthorn.application.port.InboundMessages.Acceptance.SeenBefore;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.InboundQuery.Where;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.ReceivedMessage.Origin;
import posthorn.domain.inbound.ReceivedMessage.Repeats;
import posthorn.domain.inbound.RouteId;
import posthorn.domain.inbound.Routing;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Routing.Unrouted;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.inbound.UnroutedReason;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link InboundMessages} keeps to. */
public abstract class InboundMessagesContract {
  private static final Instant NOW = TestTime.START;
  private static final TenantId OTHER = new TenantId("other");

  private final Samples samples = new Samples();
  private final SequentialIds ids = new SequentialIds();
  private final SourceId github = new SourceId(ids.next(SourceId.PREFIX, NOW));
  private final SourceId stripe = new SourceId(ids.next(SourceId.PREFIX, NOW));
  private final RouteId route = new RouteId(ids.next(RouteId.PREFIX, NOW));
  private Stores stores;
  private InboundMessages messages;

  /** A new, empty store. */
  protected abstract Stores open();

  @BeforeEach
  void setUp() {
    stores = open();
    messages = stores.inboundMessages();
  }

  @Test
  void nothing_of_a_message_is_lost() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("x-github-event", "pull_request");
    headers.put("accept", "*/*: a, b");
    var message =
        new ReceivedMessage(
            new InboundId(ids.next(InboundId.PREFIX, NOW)),
            DEFAULT,
            github,
            "72d3162e-cc78",
            new EventType("pull_request.opened"),
            new Origin(NOW, "192.0.2.7", headers),
            JsonBytes.of("{ \"ü\": [1.0] }"),
            new Unrouted(UnroutedReason.SCHEMA_VIOLATION),
            Repeats.NONE);

    assertThat(messages.accept(message, null)).isEqualTo(new Accepted(UNNUMBERED));

    assertThat(messages.find(DEFAULT, message.id())).contains(message);
    assertThat(list(Where.ANY)).containsExactly(message);
    assertThat(messages.find(OTHER, message.id())).isEmpty();
  }

  @Test
  void a_message_that_nothing_names_is_found_too() {
    ReceivedMessage message = message(github, null, null);
    messages.accept(message, null);

    assertThat(messages.find(DEFAULT, message.id())).contains(message);
  }

  @Test
  void a_message_is_written_with_its_event_and_all_deliveries() {
    Publication publication = publication();
    ReceivedMessage message = routed(message(github, "1", "push"), publication);

    assertThat(messages.accept(message, publication)).isEqualTo(new Accepted(1));

    assertThat(messages.find(DEFAULT, message.id())).contains(message);
    EventId event = publication.event().id();
    assertThat(stores.eventHistory().find(DEFAULT, event))
        .contains(publication.event().numbered(1));
    assertThat(stores.eventHistory().deliveriesOf(event, null, 10))
        .isEqualTo(publication.deliveries());
  }

  @Test
  void the_same_message_is_counted_and_not_written_again() {
    ReceivedMessage first = message(github, "1", "push");
    messages.accept(first, null);
    Publication publication = publication();
    ReceivedMessage again = routed(message(github, "1", "push"), publication);

    assertThat(messages.accept(again, publication)).isEqualTo(new SeenBefore(first.id()));
    assertThat(messages.accept(message(github, "1", "push"), null))
        .isEqualTo(new SeenBefore(first.id()));

    assertThat(list(Where.ANY)).hasSize(1);
    assertThat(list(Where.ANY).getFirst().repeats()).isEqualTo(new Repeats(2, NOW));
    assertThat(stores.eventHistory().find(DEFAULT, publication.event().id())).isEmpty();
  }

  @Test
  void another_source_may_use_the_same_id_and_no_id_is_nobodys_repeat() {
    assertThat(messages.accept(message(github, "1", "push"), null))
        .isEqualTo(new Accepted(UNNUMBERED));
    assertThat(messages.accept(message(stripe, "1", "push"), null))
        .isEqualTo(new Accepted(UNNUMBERED));
    assertThat(messages.accept(message(github, null, "push"), null))
        .isEqualTo(new Accepted(UNNUMBERED));
    assertThat(messages.accept(message(github, null, "push"), null))
        .isEqualTo(new Accepted(UNNUMBERED));
  }

  @Test
  void of_many_at_once_one_is_the_first() throws Exception {
    var attempts = new ArrayList<Callable<Acceptance>>();
    for (int i = 0; i < 16; i++) {
      Publication publication = publication();
      ReceivedMessage message = routed(message(github, "same", "push"), publication);
      attempts.add(() -> messages.accept(message, publication));
    }
    List<Acceptance> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Acceptance> answer : threads.invokeAll(attempts)) {
        answers.add(answer.get());
      }
    }

    assertThat(answers).filteredOn(new Accepted(1)::equals).hasSize(1);
    ReceivedMessage only = list(Where.ANY).getFirst();
    assertThat(answers).filteredOn(new SeenBefore(only.id())::equals).hasSize(15);
    assertThat(only.repeats().count()).isEqualTo(15);
    EventId event = ((Routed) only.routing()).event();
    assertThat(stores.eventHistory().find(DEFAULT, event)).isPresent();
  }

  @Test
  void what_led_nowhere_is_routed_later() {
    ReceivedMessage seen = message(github, "1", null);
    messages.accept(seen, null);
    Publication publication = publication();
    ReceivedMessage changed =
        seen.rerouted(new EventType("ping"), new Routed(route, publication.event().id()));

    assertThat(messages.rerouteIfUnchanged(seen, changed, publication)).hasValue(1);

    assertThat(messages.find(DEFAULT, seen.id())).contains(changed);
    assertThat(stores.eventHistory().find(DEFAULT, publication.event().id())).isPresent();
  }

  @Test
  void who_has_seen_it_otherwise_routes_nothing() {
    ReceivedMessage seen = message(github, "1", "push");
    messages.accept(seen, null);
    Publication first = publication();
    Publication second = publication();
    assertThat(messages.rerouteIfUnchanged(seen, routed(seen, first), first)).hasValue(1);

    assertThat(messages.rerouteIfUnchanged(seen, routed(seen, second), second)).isEmpty();

    assertThat(messages.find(DEFAULT, seen.id())).contains(routed(seen, first));
    assertThat(stores.eventHistory().find(DEFAULT, second.event().id())).isEmpty();
    ReceivedMessage gone = message(github, "2", "push");
    assertThat(messages.rerouteIfUnchanged(gone, gone, null)).isEmpty();
  }

  @Test
  void another_reason_is_written_too() {
    ReceivedMessage seen = message(github, "1", "push");
    messages.accept(seen, null);
    ReceivedMessage changed = seen.rerouted(seen.type(), new Unrouted(UnroutedReason.RATE_LIMITED));

    assertThat(messages.rerouteIfUnchanged(seen, changed, null)).hasValue(UNNUMBERED);

    assertThat(messages.find(DEFAULT, seen.id())).contains(changed);
  }

  @Test
  void messages_are_found_by_what_they_are() {
    Publication publication = publication();
    ReceivedMessage pushed = routed(message(github, "a-1", "push"), publication);
    ReceivedMessage opened = message(github, "a-2", "pull_request.opened");
    ReceivedMessage paid = message(stripe, "b-1", "invoice.paid");
    ReceivedMessage unnamed = message(stripe, null, null);
    messages.accept(pushed, publication);
    List.of(opened, paid, unnamed).forEach(message -> messages.accept(message, null));

    assertThat(list(Where.ANY)).containsExactly(unnamed, paid, opened, pushed);
    assertThat(list(new Where(stripe, null, null, null, null, null, null)))
        .containsExactly(unnamed, paid);
    assertThat(list(new Where(null, true, null, null, null, null, null))).containsExactly(pushed);
    assertThat(list(new Where(github, false, null, null, null, null, null)))
        .containsExactly(opened);
    assertThat(list(ofType("pull_request.*"))).containsExactly(opened);
    assertThat(list(ofType("push"))).containsExactly(pushed);
    assertThat(list(ofType("*"))).containsExactly(paid, opened, pushed);
    assertThat(list(new Where(null, null, null, "a-2", null, null, null))).containsExactly(opened);
    assertThat(list(new Where(null, null, null, null, "b-", null, null))).containsExactly(paid);
    assertThat(list(new Where(null, null, null, null, "ü%", null, null))).hasSize(4);
    assertThat(list(new Where(null, null, null, null, "Ü%", null, null))).isEmpty();
  }

  @Test
  void a_time_begins_with_its_first_moment_and_ends_before_its_last() {
    ReceivedMessage early = message(github, "1", "push", NOW.minusMillis(1));
    ReceivedMessage exact = message(github, "2", "push", NOW);
    ReceivedMessage late = message(github, "3", "push", NOW.plusMillis(1));
    List.of(early, exact, late).forEach(message -> messages.accept(message, null));

    assertThat(list(between(NOW, null))).containsExactly(late, exact);
    assertThat(list(between(null, NOW))).containsExactly(early);
    assertThat(list(between(NOW, NOW.plusMillis(1)))).containsExactly(exact);
  }

  @Test
  void pages_stay_right_while_messages_arrive() {
    var five = new ArrayList<ReceivedMessage>();
    for (int i = 0; i < 5; i++) {
      five.add(message(github, "m" + i, "push"));
      messages.accept(five.getLast(), null);
    }

    Page<ReceivedMessage, InboundId> first = page(null);
    assertThat(first.items()).containsExactly(five.get(4), five.get(3));
    messages.accept(message(github, "new", "push"), null);
    Page<ReceivedMessage, InboundId> second = page(first.next());
    assertThat(second.items()).containsExactly(five.get(2), five.get(1));
    Page<ReceivedMessage, InboundId> last = page(second.next());
    assertThat(last.items()).containsExactly(five.get(0));
    assertThat(last.next()).isNull();
  }

  @Test
  void without_data_all_else_is_there() {
    ReceivedMessage message = message(github, "1", "push");
    messages.accept(message, null);

    assertThat(messages.page(new InboundQuery(DEFAULT, Where.ANY, null, 2, false)).items())
        .containsExactly(message.withoutData());
  }

  @Test
  void old_messages_are_found_in_pages_and_removed() {
    ReceivedMessage first = message(github, "1", "push", NOW.minusSeconds(9));
    ReceivedMessage second = message(stripe, "2", "push", NOW.minusSeconds(8));
    ReceivedMessage young = message(github, "3", "push", NOW);
    List.of(first, second, young).forEach(message -> messages.accept(message, null));
    History.Old<PastMessage> old = stores.history().messages(_ -> NOW);

    History.Page<PastMessage> page = old.page(null, 1);
    assertThat(page.entries()).containsExactly(new PastMessage(first));
    assertThat(old.page(page.next(), 5).entries()).containsExactly(new PastMessage(second));
    assertThat(old.removeIfStillOld(List.of(new PastMessage(first), new PastMessage(second))))
        .isEqualTo(2);

    assertThat(list(Where.ANY)).containsExactly(young);
    assertThat(messages.accept(message(github, "1", "push"), null))
        .isEqualTo(new Accepted(UNNUMBERED));
  }

  private Publication publication() {
    Webhook webhook = samples.webhook(DEFAULT, "*");
    stores.webhooks().add(webhook);
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery delivery = samples.delivery(event, webhook);
    return new Publication(event, List.of(delivery));
  }

  private ReceivedMessage routed(ReceivedMessage message, Publication publication) {
    return message.rerouted(message.type(), new Routed(route, publication.event().id()));
  }

  private ReceivedMessage message(
      SourceId source, @Nullable String messageId, @Nullable String type) {
    return message(source, messageId, type, NOW);
  }

  private ReceivedMessage message(
      SourceId source, @Nullable String messageId, @Nullable String type, Instant at) {
    Routing nowhere =
        new Unrouted(type == null ? UnroutedReason.NO_EVENT_TYPE : UnroutedReason.NO_ROUTE);
    return new ReceivedMessage(
        new InboundId(ids.next(InboundId.PREFIX, at)),
        DEFAULT,
        source,
        messageId,
        type == null ? null : new EventType(type),
        new Origin(at, "192.0.2.7", Map.of("content-type", "application/json")),
        JsonBytes.of("{\"text\": \"100 ü%\"}"),
        nowhere,
        Repeats.NONE);
  }

  private List<ReceivedMessage> list(Where where) {
    return messages.page(new InboundQuery(DEFAULT, where, null, 100, true)).items();
  }

  private Page<ReceivedMessage, InboundId> page(@Nullable InboundId before) {
    return messages.page(new InboundQuery(DEFAULT, Where.ANY, before, 2, true));
  }

  private static Where ofType(String pattern) {
    return new Where(null, null, new EventTypePattern(pattern), null, null, null, null);
  }

  private static Where between(@Nullable Instant from, @Nullable Instant to) {
    return new Where(null, null, null, null, null, from, to);
  }
}

package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.TestEngine;
import posthorn.domain.dispatch.Answering;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.TimedOut;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;

/** Who gets how many of the places, where many want them. */
class SharedPlacesTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId GLOBEX = new TenantId("globex");
  private static final AttemptOutcome SILENCE =
      new TimedOut(TimedOut.Phase.ANSWER, "no answer", null, Duration.ofSeconds(30));

  /** The usual {@code max_in_flight} of a webhook. */
  private static final int OF_WEBHOOK = 5;

  private final Samples samples = new Samples();
  private final List<Slot> started = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Floor floor = floor(100, Map.of(), 100);

  @Test
  void a_tenant_takes_at_most_its_share_of_a_pool() {
    IntStream.range(0, 20).forEach(i -> publish(answering(ACME, "acme" + i), OF_WEBHOOK));
    assertThat(countOf(ACME)).isEqualTo(50);

    IntStream.range(0, 20).forEach(i -> publish(answering(GLOBEX, "globex" + i), OF_WEBHOOK));
    assertThat(countOf(GLOBEX)).isEqualTo(50);
  }

  @Test
  void a_tenant_takes_all_of_a_pool_of_its_own() {
    floor = floor(10, Map.of(ACME, 20), 100);
    IntStream.range(0, 5).forEach(i -> publish(answering(ACME, "acme" + i), OF_WEBHOOK));

    assertThat(countOf(ACME)).isEqualTo(20);
  }

  @Test
  void what_a_tenant_has_beyond_its_share_leaves_as_soon_as_it_may() {
    Webhook first = answering(ACME, "first");
    IntStream.range(0, 20).forEach(i -> publish(answering(ACME, "acme" + i), OF_WEBHOOK));
    publish(first, 1);
    assertThat(countOf(ACME)).isEqualTo(50);

    finish(started.getFirst(), ScriptedSender.answer(200));

    assertThat(countOf(ACME)).isEqualTo(50);
  }

  @Test
  void any_number_of_silent_webhooks_leaves_room_for_those_that_answer() {
    floor = floor(100, Map.of(ACME, 100), 100);
    Webhook healthy = answering(ACME, "healthy");
    IntStream.range(0, 400).forEach(i -> publish(silent(ACME, "silent" + i), OF_WEBHOOK));
    assertThat(countOf(ACME)).isEqualTo(80);
    assertKnown(healthy);

    publish(healthy, OF_WEBHOOK);

    assertThat(countOf(healthy)).isEqualTo(OF_WEBHOOK);
  }

  @Test
  void it_is_so_on_a_host_that_they_share() {
    floor = floor(1_000, Map.of(ACME, 1_000), 100);
    Webhook healthy = answering(ACME, "shared");
    IntStream.range(0, 400).forEach(_ -> publish(silent(ACME, "shared"), OF_WEBHOOK));
    assertThat(countOf(ACME)).isEqualTo(80);
    assertKnown(healthy);

    publish(healthy, OF_WEBHOOK);

    assertThat(countOf(healthy)).isEqualTo(OF_WEBHOOK);
  }

  @Test
  void a_webhook_of_which_nothing_is_known_proves_itself_by_one_request() {
    floor = floor(100, Map.of(ACME, 100), 100);
    IntStream.range(0, 400).forEach(i -> publish(silent(ACME, "silent" + i), OF_WEBHOOK));
    Webhook fresh = webhook(ACME, "fresh");
    publish(fresh, OF_WEBHOOK);
    assertThat(countOf(fresh)).isEqualTo(1);

    finish(slotsOf(fresh).getFirst(), ScriptedSender.answer(500));

    assertThat(countOf(fresh)).isEqualTo(OF_WEBHOOK - 1);
  }

  @Test
  void a_burst_to_a_new_webhook_leaves_at_once_while_there_is_room() {
    Webhook fresh = webhook(ACME, "fresh");

    publish(fresh, OF_WEBHOOK);

    assertThat(countOf(fresh)).isEqualTo(OF_WEBHOOK);
  }

  @Test
  void any_number_of_new_webhooks_leaves_room_for_those_that_answer() {
    floor = floor(100, Map.of(ACME, 100), 100);
    Webhook healthy = answering(ACME, "healthy");
    IntStream.range(0, 400).forEach(i -> publish(webhook(ACME, "fresh" + i), OF_WEBHOOK));
    assertThat(countOf(ACME)).isEqualTo(90);
    assertKnown(healthy);

    publish(healthy, OF_WEBHOOK);

    assertThat(countOf(healthy)).isEqualTo(OF_WEBHOOK);
  }

  @Test
  void a_webhook_that_answered_long_ago_is_not_held_up_by_new_ones() {
    floor = floor(100, Map.of(ACME, 100), 100);
    Webhook idle = answering(ACME, "idle");
    now = now.plus(Duration.ofHours(1));
    IntStream.range(0, 400).forEach(i -> publish(webhook(ACME, "fresh" + i), OF_WEBHOOK));
    assertThat(countOf(ACME)).isEqualTo(90);

    publish(idle, 1);

    assertThat(countOf(idle)).isEqualTo(1);
  }

  @Test
  void what_a_webhook_holds_when_it_falls_silent_counts() {
    floor = floor(100, Map.of(ACME, 100), 100);
    List<Webhook> silent =
        IntStream.range(0, 12).mapToObj(i -> silent(ACME, "silent" + i)).toList();
    List<Webhook> many =
        IntStream.range(0, 20).mapToObj(i -> answering(ACME, "falling" + i)).toList();
    many.forEach(webhook -> publish(webhook, 4));
    assertThat(countOf(ACME)).isEqualTo(80);
    now = now.plus(Answering.RECENT).plusSeconds(1);

    // Nothing recent is known of the many: all but one of each one's requests count as doubtful.
    silent.subList(0, 6).forEach(webhook -> publish(webhook, OF_WEBHOOK));
    assertThat(countOf(ACME)).isEqualTo(100);

    // Now all of them do: as many as the silent ones may have at all.
    many.forEach(webhook -> finish(slotsOf(webhook).getFirst(), SILENCE));
    silent.subList(6, 12).forEach(webhook -> publish(webhook, OF_WEBHOOK));
    assertThat(countOf(ACME)).isEqualTo(80);
  }

  @Test
  void a_webhook_that_once_was_allowed_more_has_as_many_as_the_operator_allows_now() {
    Webhook greedy = webhook(ACME, "greedy");
    Flow flow = greedy.flow();
    Webhook wide =
        greedy.changed(
            greedy
                .settings()
                .with(new Flow(flow.ordering(), flow.onHeadFailure(), 1_000, null, flow.circuit())),
            greedy.status(),
            now);
    floor = floor(1_000, Map.of(), 1_000);

    publish(wide, 100);

    assertThat(countOf(wide)).isEqualTo(TestEngine.MOST_IN_FLIGHT);
  }

  @Test
  void webhooks_of_a_host_take_turns() {
    floor = floor(1_000, Map.of(), 4);
    Webhook one = answering(ACME, "shared");
    Webhook other = answering(ACME, "shared");
    publish(one, OF_WEBHOOK);
    publish(other, OF_WEBHOOK);
    assertThat(countOf(one)).isEqualTo(4);

    finish(started.getFirst(), ScriptedSender.answer(200));
    finish(started.getFirst(), ScriptedSender.answer(200));

    assertThat(countOf(one)).isEqualTo(3);
    assertThat(countOf(other)).isEqualTo(1);
  }

  @Test
  void a_tenant_has_at_most_half_of_a_host_while_another_waits() {
    floor = floor(1_000, Map.of(), 8);
    List<Webhook> greedy = IntStream.range(0, 4).mapToObj(_ -> answering(ACME, "shared")).toList();
    greedy.forEach(webhook -> publish(webhook, OF_WEBHOOK));
    Webhook modest = answering(GLOBEX, "shared");
    publish(modest, OF_WEBHOOK);
    assertThat(countOf(ACME)).isEqualTo(8);

    for (int i = 0; i < 4; i++) {
      finish(slotsOf(ACME).getFirst(), ScriptedSender.answer(200));
    }
    assertThat(countOf(GLOBEX)).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      finish(slotsOf(GLOBEX).getFirst(), ScriptedSender.answer(200));
    }
    assertThat(countOf(GLOBEX)).isEqualTo(1);
    assertThat(countOf(ACME)).isEqualTo(7);
  }

  @Test
  void a_place_of_a_host_is_free_as_soon_as_the_request_is_over() {
    floor = floor(1_000, Map.of(), 1);
    Webhook one = answering(ACME, "shared");
    publish(one, 2);
    assertThat(countOf(one)).isEqualTo(1);

    floor.sent(started.getFirst(), ScriptedSender.answer(200), now);

    assertThat(countOf(one)).isEqualTo(2);
  }

  @Test
  void a_webhook_that_leads_elsewhere_has_its_places_there() {
    floor = floor(1_000, Map.of(), 1);
    Webhook one = answering(ACME, "here");
    publish(one, 2);

    publish(one.changed(settings("elsewhere"), one.status(), now), 1);

    assertThat(countOf(one)).isEqualTo(2);
  }

  private Floor floor(int maxInFlight, Map<TenantId, Integer> pools, int perHost) {
    var settings =
        new DispatchSettings(
            "node",
            TestEngine.LEASE,
            maxInFlight,
            pools,
            new PlaceShares(50, 20, perHost),
            0,
            64 << 20);
    var made = new Floor(settings, TestEngine.inMemory().policies, () -> {});
    made.open(started::add);
    return made;
  }

  private WebhookSettings settings(String host) {
    return WebhookSettings.of(
        new WebhookUrl(URI.create("https://" + host + ".example/hook")),
        List.of(new EventTypePattern("*")));
  }

  private Webhook webhook(TenantId tenant, String host) {
    return samples.webhook(tenant, settings(host));
  }

  private Webhook answering(TenantId tenant, String host) {
    Webhook webhook = webhook(tenant, host);
    answer(webhook, ScriptedSender.answer(200));
    return webhook;
  }

  private Webhook silent(TenantId tenant, String host) {
    Webhook webhook = webhook(tenant, host);
    answer(webhook, SILENCE);
    return webhook;
  }

  /** One request that comes to that, if there is a place for it. */
  private void answer(Webhook webhook, @Nullable AttemptOutcome outcome) {
    publish(webhook, 1);
    slotsOf(webhook).forEach(slot -> finish(slot, outcome));
  }

  private void assertKnown(Webhook healthy) {
    answer(healthy, ScriptedSender.answer(200));
    assertThat(countOf(healthy)).isZero();
  }

  private void publish(Webhook webhook, int count) {
    for (int i = 0; i < count; i++) {
      Event event = samples.event(webhook.tenant(), null, now);
      var fresh = new ClaimedDelivery(samples.delivery(event, webhook), event, webhook);
      if (floor.keepRoom(fresh, now)) {
        floor.add(fresh);
      }
    }
  }

  private void finish(Slot slot, @Nullable AttemptOutcome outcome) {
    started.remove(slot);
    floor.sent(slot, outcome, now);
    floor.ended(slot, Instant.MAX, now);
  }

  private List<Slot> slotsOf(TenantId tenant) {
    return started.stream()
        .filter(slot -> slot.claimed().webhook().tenant().equals(tenant))
        .toList();
  }

  private List<Slot> slotsOf(Webhook webhook) {
    return started.stream()
        .filter(slot -> slot.claimed().webhook().id().equals(webhook.id()))
        .toList();
  }

  private long countOf(TenantId tenant) {
    return slotsOf(tenant).size();
  }

  private long countOf(Webhook webhook) {
    return slotsOf(webhook).size();
  }
}

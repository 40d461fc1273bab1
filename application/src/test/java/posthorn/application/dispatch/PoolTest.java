package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestEngine;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.TimedOut.Phase;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** The bytes of the events that are held. */
class PoolTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int BOUND = 10_000;
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId OTHER = new TenantId("other");

  private final Samples samples = new Samples();
  private final List<Slot> started = new ArrayList<>();
  private final Floor floor = floor(Map.of());

  private Floor floor(Map<TenantId, Integer> pools) {
    var settings =
        new DispatchSettings("node", TestEngine.LEASE, 100, pools, PlaceShares.DEFAULT, 0, BOUND);
    var made = new Floor(settings, TestEngine.inMemory().policies, () -> {});
    made.open(started::add);
    return made;
  }

  @Test
  void large_events_take_the_room_of_many_until_they_are_settled() {
    Webhook webhook = samples.webhook(ACME, "*");
    assertThat(hold(floor, webhook, 3_000)).isTrue();
    assertThat(hold(floor, webhook, 3_000)).isTrue();
    // It has half of the bytes, and more by its last event.
    assertThat(hold(floor, webhook, 1)).isFalse();
    assertThat(hold(floor, samples.webhook(ACME, "*"), 1)).isFalse();

    floor.ended(started.getFirst(), Instant.MAX, NOW);

    assertThat(hold(floor, webhook, 1)).isTrue();
  }

  @Test
  void room_is_taken_before_the_commit_and_given_back_if_there_is_none() {
    Webhook webhook = samples.webhook(ACME, "*");
    ClaimedDelivery large = fresh(webhook, BOUND);
    assertThat(floor.keepRoom(large, NOW)).isTrue();
    assertThat(hold(floor, webhook, 1)).isFalse();

    floor.giveBack(large);

    assertThat(hold(floor, webhook, 1)).isTrue();
    floor.ended(started.getFirst(), Instant.MAX, NOW);
    assertThat(floor.holdsNothing()).isTrue();
  }

  @Test
  void one_tenant_takes_half_of_the_bytes_and_leaves_the_rest_to_others() {
    for (int i = 0; i < 20; i++) {
      hold(floor, samples.webhook(ACME, "*"), 1_000);
    }
    assertThat(started).hasSize(5);

    for (int i = 0; i < 20; i++) {
      hold(floor, samples.webhook(OTHER, "*"), 1_000);
    }
    assertThat(started).hasSize(10);
  }

  @Test
  void webhooks_that_do_not_answer_leave_a_fifth_of_the_bytes_to_those_that_do() {
    var silent = new ArrayList<Webhook>();
    for (int i = 0; i < 4; i++) {
      silent.add(fallenSilent(new TenantId("silent-" + i)));
    }
    started.clear();
    // Those that fall silent keep what they hold, and get no more than four fifths together.
    for (int round = 0; round < 5; round++) {
      silent.forEach(webhook -> hold(floor, webhook, 1_000));
    }
    assertThat(started.size()).isLessThanOrEqualTo(8);

    assertThat(hold(floor, samples.webhook(OTHER, "*"), 1_000)).isTrue();
  }

  @Test
  void an_event_larger_than_all_room_is_held_alone() {
    assertThat(hold(floor, samples.webhook(ACME, "*"), 5 * BOUND)).isTrue();
    assertThat(hold(floor, samples.webhook(OTHER, "*"), 1)).isFalse();

    floor.ended(started.getFirst(), Instant.MAX, NOW);

    assertThat(hold(floor, samples.webhook(OTHER, "*"), 5 * BOUND)).isTrue();
  }

  @Test
  void pools_have_equal_parts_of_the_bytes() {
    Floor two = floor(Map.of(ACME, 10));
    Webhook own = samples.webhook(ACME, "*");
    assertThat(hold(two, own, BOUND / 2)).isTrue();
    assertThat(hold(two, own, 1)).isFalse();
    assertThat(hold(two, samples.webhook(OTHER, "*"), 1)).isTrue();
  }

  private Webhook fallenSilent(TenantId tenant) {
    Webhook webhook = samples.webhook(tenant, "*");
    assertThat(hold(floor, webhook, 1)).isTrue();
    Slot slot = started.getLast();
    floor.sent(
        slot,
        new AttemptOutcome.TimedOut(Phase.ANSWER, "silent", null, Duration.ofSeconds(30)),
        NOW);
    floor.ended(slot, Instant.MAX, NOW);
    return webhook;
  }

  private boolean hold(Floor where, Webhook webhook, int bytes) {
    ClaimedDelivery fresh = fresh(webhook, bytes);
    boolean held = where.keepRoom(fresh, NOW);
    if (held) {
      where.add(fresh);
    }
    return held;
  }

  private ClaimedDelivery fresh(Webhook webhook, int bytes) {
    Event event =
        samples.event(samples.event(webhook.tenant(), null, NOW), new JsonBytes(new byte[bytes]));
    return new ClaimedDelivery(samples.delivery(event, webhook), event, webhook);
  }
}

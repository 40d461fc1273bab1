package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.TestEngine;
import posthorn.domain.dispatch.Bounds;
import posthorn.domain.event.Event;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

class FloorTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Allowance ANY = new Allowance(Integer.MAX_VALUE, 0, NOW);

  private final Samples samples = new Samples();
  private final Webhook webhook = samples.webhook(TenantId.DEFAULT, "*");
  private final AtomicInteger rings = new AtomicInteger();
  private final Floor floor =
      new Floor(TestEngine.SETTINGS, TestEngine.inMemory().policies, () -> rings.incrementAndGet());

  @Test
  void a_webhook_whose_room_was_taken_since_it_was_chosen_is_looked_at_again() {
    var started = new ArrayList<Slot>();
    floor.open(started::add);
    floor.expect(webhook.id(), NOW);
    assertThat(floor.takeDue(NOW, 10)).containsExactly(webhook.id());
    for (int i = 0; i < Bounds.DEFAULT_PER_WEBHOOK; i++) {
      handOver();
    }

    assertThat(floor.candidate(webhook, ANY, NOW)).isEmpty();
    assertThat(floor.planNextLook(NOW)).isEqualTo(Instant.MAX);

    int rungBefore = rings.get();
    for (Slot each : started) {
      floor.sent(each, ScriptedSender.answer(200), NOW);
      floor.ended(each, Instant.MAX, NOW);
    }
    assertThat(rings.get()).isGreaterThan(rungBefore);
    assertThat(floor.takeDue(NOW, 10)).containsExactly(webhook.id());
  }

  private void handOver() {
    Event event = samples.event(TenantId.DEFAULT, null, NOW);
    var fresh = new ClaimedDelivery(samples.delivery(event, webhook), event, webhook);
    assertThat(floor.keepRoom(fresh, NOW)).isTrue();
    floor.add(fresh);
  }
}

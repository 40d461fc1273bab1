package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.testing.Samples;
import posthorn.domain.dispatch.PlaceBounds;
import posthorn.domain.event.Event;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

class DeskTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int PLACES = 5;
  private static final int PACE = 100;

  private final ReadyLines ready = new ReadyLines();
  private final Webhook webhook = new Samples().webhook(TenantId.DEFAULT, "*");
  private final Desk desk =
      new Desk(
          webhook.tenant(),
          new Pool(256, 64 << 20, 100, 20),
          webhook.url(),
          new Host("receiver.example:443", PlaceBounds.of(100, 20)),
          PLACES,
          0,
          START);

  @BeforeEach
  void aSecondInWhichManyEnded() {
    for (int i = 0; i < PACE; i++) {
      send(START.plusMillis(500));
    }
  }

  @Test
  void as_many_may_wait_as_ended_in_the_last_second() {
    assertThat(desk.room(START.plusMillis(1_000))).isEqualTo(PLACES + PACE);
  }

  @Test
  void one_that_is_told_late_does_not_have_the_pace_forgotten() {
    assertThat(desk.room(START.plusMillis(1_000))).isEqualTo(PLACES + PACE);

    send(START.plusMillis(990));

    assertThat(desk.room(START.plusMillis(1_001))).isEqualTo(PLACES + PACE);
  }

  @Test
  void after_a_clock_went_back_the_pace_is_learned_anew() {
    assertThat(desk.room(START.minusSeconds(60))).isEqualTo(PLACES + PACE);

    assertThat(desk.room(START.minusSeconds(59))).isEqualTo(PLACES);
  }

  private void send(Instant endedAt) {
    desk.hold(1);
    Event event = new Samples().event(TenantId.DEFAULT, null, START);
    desk.add(new ClaimedDelivery(new Samples().delivery(event, webhook), event, webhook), ready);
    Line line = Objects.requireNonNull(ready.poll());
    Slot slot = desk.take(line);
    ready.lookedAt(line);
    desk.ended(slot, endedAt, ready);
  }
}

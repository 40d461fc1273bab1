package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.DueDeliveries;
import posthorn.application.testing.Samples;
import posthorn.domain.event.Event;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

class PoolTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Samples samples = new Samples();
  private final Pool pool = new Pool(256, 50, 20);

  @Test
  void large_events_take_the_room_of_many_until_they_are_settled() {
    ClaimedDelivery large = claimed(DueDeliveries.MOST_BYTES);
    pool.add(large);
    assertThat(pool.wantsMore()).isTrue();

    pool.add(large);

    assertThat(pool.room().free()).isZero();
    assertThat(pool.wantsMore()).isFalse();

    pool.ended(large);

    assertThat(pool.room().free()).isPositive();
  }

  private ClaimedDelivery claimed(int bytes) {
    Webhook webhook = samples.webhook(TenantId.DEFAULT, "*");
    Event event =
        samples.event(
            samples.event(TenantId.DEFAULT, null, NOW),
            JsonBytes.of('"' + "x".repeat(bytes) + '"'));
    return new ClaimedDelivery(samples.delivery(event, webhook), event, webhook);
  }
}

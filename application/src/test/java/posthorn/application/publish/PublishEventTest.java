package posthorn.application.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.publish.PublishEvent.Result.Accepted;
import posthorn.application.publish.PublishEvent.Result.Duplicate;
import posthorn.application.publish.PublishEvent.Result.TooLarge;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.tenant.TenantId;

class PublishEventTest {
  private static final Instant NOW = TestTime.START;

  private final Stores stores = Stores.inMemory();
  private final AtomicInteger rings = new AtomicInteger();
  private final PublishEvent publishEvent =
      new PublishEvent(
          stores.webhooks(),
          stores.events(),
          new SequentialIds(),
          rings::incrementAndGet,
          RetryPreset.GATEWAY.policy());

  @BeforeEach
  void someWebhooks() {
    var samples = new Samples();
    stores.webhooks().add(samples.webhook(TenantId.DEFAULT, "user.created"));
    stores.webhooks().add(samples.webhook(TenantId.DEFAULT, "user.*", "order.*"));
    stores.webhooks().add(samples.webhook(TenantId.DEFAULT, "order.paid"));
    stores.webhooks().add(samples.webhook(new TenantId("other"), "*"));
  }

  @Test
  void every_webhook_of_the_tenant_that_wants_the_event_gets_a_delivery() {
    assertThat(publish("user.created", null, NOW))
        .isInstanceOfSatisfying(
            Accepted.class, accepted -> assertThat(accepted.deliveries()).isEqualTo(2));
    assertThat(deliveries()).isEqualTo(2);
    assertThat(rings).hasValue(1);
  }

  @Test
  void an_event_that_nobody_wants_is_accepted_and_wakes_nobody() {
    assertThat(publish("invoice.sent", null, NOW))
        .isInstanceOfSatisfying(
            Accepted.class, accepted -> assertThat(accepted.deliveries()).isZero());
    assertThat(rings).hasValue(0);
  }

  @Test
  void the_same_idempotency_key_within_24_hours_is_a_duplicate() {
    var first = (Accepted) publish("user.created", "key", NOW);

    assertThat(publish("user.created", "key", NOW.plus(Duration.ofHours(24))))
        .isEqualTo(new Duplicate(first.id()));
    assertThat(deliveries()).isEqualTo(2);
    assertThat(publish("user.created", "key", NOW.plus(Duration.ofHours(24)).plusMillis(1)))
        .isInstanceOf(Accepted.class);
  }

  @Test
  void data_over_256_kib_is_too_large() {
    int limit = PublishEvent.MAX_DATA_BYTES;
    assertThat(publish(new JsonBytes(new byte[limit]))).isInstanceOf(Accepted.class);
    assertThat(publish(new JsonBytes(new byte[limit + 1])))
        .isEqualTo(new TooLarge(limit + 1, limit));
  }

  private PublishEvent.Result publish(String type, @Nullable String key, Instant now) {
    return publishEvent.publish(
        new PublishEvent.Command(
            TenantId.DEFAULT, new EventType(type), JsonBytes.of("{}"), null, key, null),
        now);
  }

  private PublishEvent.Result publish(JsonBytes data) {
    return publishEvent.publish(
        new PublishEvent.Command(
            TenantId.DEFAULT, new EventType("invoice.sent"), data, null, null, null),
        NOW);
  }

  private int deliveries() {
    return stores
        .deliveries()
        .list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 100))
        .size();
  }
}

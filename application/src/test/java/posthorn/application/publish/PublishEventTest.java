package posthorn.application.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Events;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreFullException;
import posthorn.application.publish.PublishEvent.Result.Accepted;
import posthorn.application.publish.PublishEvent.Result.Duplicate;
import posthorn.application.publish.PublishEvent.Result.NotWritten;
import posthorn.application.publish.PublishEvent.Result.RateLimited;
import posthorn.application.publish.PublishEvent.Result.StorageExceeded;
import posthorn.application.publish.PublishEvent.Result.TooLarge;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.TestTime;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

class PublishEventTest {
  private static final Instant NOW = TestTime.START;

  private final TestEngine engine = TestEngine.inMemory();
  private final Stores stores = engine.stores;

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
  }

  @Test
  void an_event_that_nobody_wants_is_accepted_and_starts_nothing() {
    assertThat(publish("invoice.sent", null, NOW))
        .isInstanceOfSatisfying(
            Accepted.class, accepted -> assertThat(accepted.deliveries()).isZero());
    assertThat(engine.started).isEmpty();
  }

  @Test
  void the_same_idempotency_key_within_24_hours_is_a_duplicate() {
    var first = (Accepted) publish("user.created", "key", NOW);

    assertThat(publish("user.created", "key", NOW.plus(Duration.ofHours(24))))
        .isEqualTo(new Duplicate(first.id()));
    assertThat(engine.started).hasSize(2);
    assertThat(deliveries()).isEqualTo(2);
    assertThat(publish("user.created", "key", NOW.plus(Duration.ofHours(24)).plusMillis(1)))
        .isInstanceOf(Accepted.class);
  }

  @Test
  void data_over_256_kib_is_too_large() {
    int limit = TestEngine.MOST_DATA_BYTES;
    assertThat(publish(new JsonBytes(new byte[limit]))).isInstanceOf(Accepted.class);
    assertThat(publish(new JsonBytes(new byte[limit + 1])))
        .isEqualTo(new TooLarge(limit + 1, limit));
  }

  @Test
  void the_tenants_quota_says_how_large_data_may_be() {
    Tenant tenant = stores.tenants().find(TenantId.DEFAULT).orElseThrow();
    int limit = 5 * 1024 * 1024;
    var quotas = new Quotas(null, null, null, null, null, limit);
    stores.tenants().replaceIfUnchanged(tenant, tenant.with(tenant.name(), quotas));

    assertThat(publish(new JsonBytes(new byte[limit]))).isInstanceOf(Accepted.class);
    assertThat(publish(new JsonBytes(new byte[limit + 1])))
        .isEqualTo(new TooLarge(limit + 1, limit));
  }

  @Test
  void what_is_handed_over_to_be_sent_has_its_number() {
    publish("user.created", null, NOW);
    publish("order.sent", null, NOW);
    publish("user.created", null, NOW);

    assertThat(engine.started)
        .extracting(slot -> slot.claimed().event().type() + " " + slot.claimed().event().sequence())
        .containsExactly(
            "user.created 1", "user.created 1", "order.sent 1", "user.created 2", "user.created 2");
  }

  @Test
  void what_is_beyond_the_tenants_quota_is_refused_and_the_rest_published() {
    Tenant tenant = stores.tenants().find(TenantId.DEFAULT).orElseThrow();
    var quotas = new Quotas(null, null, 2, null, null, null);
    stores.tenants().replaceIfUnchanged(tenant, tenant.with(tenant.name(), quotas));

    assertThat(publish("user.created", null, NOW)).isInstanceOf(Accepted.class);
    assertThat(publish("user.created", null, NOW)).isInstanceOf(Accepted.class);
    assertThat(publish("user.created", null, NOW))
        .isEqualTo(new RateLimited(Duration.ofSeconds(30)));
    assertThat(deliveries()).isEqualTo(4);
    assertThat(publish("user.created", null, NOW.plusSeconds(30))).isInstanceOf(Accepted.class);
  }

  @Test
  void a_tenant_that_has_stored_as_much_as_it_may_publishes_no_more_until_some_is_gone() {
    Tenant tenant = stores.tenants().find(TenantId.DEFAULT).orElseThrow();
    var quotas = new Quotas(null, null, null, null, 5_000L, null);
    stores.tenants().replaceIfUnchanged(tenant, tenant.with(tenant.name(), quotas));
    engine.stored.put(TenantId.DEFAULT, 5_000L);

    assertThat(publish("user.created", null, NOW)).isEqualTo(new StorageExceeded(5_000));
    assertThat(deliveries()).isZero();
    engine.stored.put(TenantId.DEFAULT, 4_999L);
    assertThat(publish("user.created", null, NOW)).isInstanceOf(Accepted.class);
  }

  @Test
  void nothing_is_published_while_the_disk_is_low_and_deliveries_go_on() {
    assertThat(publish("user.created", null, NOW)).isInstanceOf(Accepted.class);
    engine.diskFree.set(0);

    assertThatThrownBy(() -> publish("user.created", null, NOW.plusSeconds(1)))
        .isInstanceOf(StoreFullException.class);
    assertThat(engine.attemptStarted()).isEqualTo(2);
    assertThat(deliveries()).isEqualTo(2);
    engine.diskFree.set(1_000_000);
    assertThat(publish("user.created", null, NOW.plusSeconds(2))).isInstanceOf(Accepted.class);
  }

  @Test
  void of_a_batch_each_is_judged_alone() {
    JsonBytes tooLarge = new JsonBytes(new byte[TestEngine.MOST_DATA_BYTES + 1]);
    List<PublishEvent.Result> results =
        engine.publishEvent.publish(
            List.of(
                command("user.created", JsonBytes.of("{}"), "key"),
                command("user.created", tooLarge, null),
                command("user.created", JsonBytes.of("{}"), "key"),
                command("invoice.sent", JsonBytes.of("{}"), null)),
            NOW);

    assertThat(results)
        .hasExactlyElementsOfTypes(Accepted.class, TooLarge.class, Duplicate.class, Accepted.class);
    assertThat(deliveries()).isEqualTo(2);
  }

  @Test
  void a_batch_is_committed_in_parts_of_no_more_deliveries_than_a_commit_may_have() {
    manyWebhooks();
    var store = new FailingAfter(Integer.MAX_VALUE);

    List<PublishEvent.Result> results = publishing(store).publish(events(25), NOW);

    assertThat(results)
        .hasSize(25)
        .allSatisfy(result ->
            assertThat(result)
                .isInstanceOfSatisfying(
                    Accepted.class, accepted -> assertThat(accepted.deliveries()).isEqualTo(100)));
    assertThat(store.commits).containsExactly(1_000, 1_000, 500);
    assertThat(deliveries()).isEqualTo(2_500);
  }

  @Test
  void what_was_committed_of_a_batch_stays_when_a_later_part_of_it_fails() {
    manyWebhooks();

    List<PublishEvent.Result> results = publishing(new FailingAfter(1)).publish(events(25), NOW);

    assertThat(results.subList(0, 10)).hasOnlyElementsOfType(Accepted.class);
    assertThat(results.subList(10, 25)).hasOnlyElementsOfType(NotWritten.class);
    assertThat(deliveries()).isEqualTo(1_000);
  }

  @Test
  void a_batch_fails_as_a_whole_when_its_first_part_does() {
    manyWebhooks();
    var publishing = publishing(new FailingAfter(0));

    assertThatThrownBy(() -> publishing.publish(events(25), NOW))
        .isInstanceOf(StoreBusyException.class);
    assertThat(deliveries()).isZero();
  }

  private void manyWebhooks() {
    var samples = new Samples();
    for (int i = 0; i < 100; i++) {
      stores.webhooks().add(samples.webhook(TenantId.DEFAULT, "bulk"));
    }
  }

  private static List<PublishEvent.Command> events(int count) {
    return Collections.nCopies(count, command("bulk", JsonBytes.of("{}"), null));
  }

  private PublishEvent publishing(Events events) {
    return new PublishEvent(events, engine.admission, engine.drafts, engine.quotas);
  }

  /** Writes down what comes in one commit, and has too much to do after so many. */
  private final class FailingAfter implements Events {
    final List<Integer> commits = new ArrayList<>();
    private final int most;

    FailingAfter(int most) {
      this.most = most;
    }

    @Override
    public List<Acceptance> accept(List<Publication> publications, Instant keysSince) {
      if (commits.size() == most) {
        throw new StoreBusyException("full");
      }
      commits.add(publications.stream().mapToInt(each -> each.deliveries().size()).sum());
      return stores.events().accept(publications, keysSince);
    }
  }

  @Test
  void an_event_to_be_delivered_later_waits() {
    Instant later = NOW.plusSeconds(60);
    engine.publishEvent.publish(
        new PublishEvent.Command(
            TenantId.DEFAULT,
            new EventType("order.paid"),
            JsonBytes.of("{}"),
            null,
            null,
            null,
            null,
            Priority.HIGH,
            "order-1",
            later),
        NOW);

    assertThat(engine.runDue()).isZero();
    engine.time.advanceTo(later);
    assertThat(engine.runDue()).isEqualTo(2);
  }

  private PublishEvent.Result publish(String type, @Nullable String key, Instant now) {
    return engine.publishEvent.publish(command(type, JsonBytes.of("{}"), key), now);
  }

  private PublishEvent.Result publish(JsonBytes data) {
    return engine.publishEvent.publish(command("invoice.sent", data, null), NOW);
  }

  private static PublishEvent.Command command(String type, JsonBytes data, @Nullable String key) {
    return new PublishEvent.Command(
        TenantId.DEFAULT,
        new EventType(type),
        data,
        null,
        key,
        null,
        null,
        Priority.NORMAL,
        null,
        null);
  }

  private int deliveries() {
    return stores
        .deliveries()
        .list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 100_000))
        .size();
  }
}

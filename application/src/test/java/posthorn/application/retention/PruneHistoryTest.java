package posthorn.application.retention;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.access.RecordChange;
import posthorn.application.port.Archive;
import posthorn.application.port.ArchiveEntry;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.StoreException;
import posthorn.application.port.Tenants;
import posthorn.application.retention.PruneHistory.Result;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.TestEngine;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.Role;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.tenancy.RetentionChoices;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;

class PruneHistoryTest {
  private static final RetentionPolicy POLICY =
      new RetentionPolicy(Duration.ofDays(30), Duration.ofDays(20), Duration.ofDays(90));
  private static final Duration AUDIT = Duration.ofDays(365);
  private static final Result NOTHING = new Result(0, 0, 0, 0, 0, 0);

  private final TestEngine engine = TestEngine.inMemory();
  private final Samples samples = new Samples();
  private final PruningRecord record = new PruningRecord();
  private final List<ArchiveEntry> archived = new ArrayList<>();
  private final PruneHistory pruneHistory = pruningTo((entries, _) -> archived.addAll(entries));

  @BeforeEach
  void aWebhook() {
    engine.stores.webhooks().add(samples.webhook(DEFAULT, "*"));
  }

  @Test
  void what_was_delivered_goes_after_its_days_with_its_attempts_and_its_event() {
    Delivery delivered = publishDelivered();
    Instant end = endOf(delivered);

    engine.time.advanceTo(end.plus(POLICY.delivered()));
    // Only the attempt has been there for too long.
    assertThat(prune()).isEqualTo(new Result(0, 1, 0, 0, 0, 0));
    assertThat(all()).containsExactly(delivered);

    engine.time.advance(Duration.ofMillis(1));
    assertThat(prune()).isEqualTo(new Result(1, 0, 1, 0, 0, 0));
    assertThat(all()).isEmpty();
    assertThat(prune()).isEqualTo(NOTHING);
  }

  /** What is removed is gone for good; a clock that was set ahead is set right again. */
  @Test
  void nothing_is_removed_while_the_clock_is_in_doubt() {
    Delivery delivered = publishDelivered();
    engine.time.advance(Duration.ofDays(90));
    engine.clockTrust.doubt(Duration.ofDays(90), engine.time.now());

    assertThat(prune()).isEqualTo(NOTHING);
    assertThat(all()).containsExactly(delivered);
    assertThat(archived).isEmpty();
    assertThat(requireNonNull(record.last().orElseThrow().error()))
        .contains("the clock is in doubt");

    engine.clockTrust.agree();
    assertThat(prune()).isNotEqualTo(NOTHING);
  }

  @Test
  void a_clock_that_comes_to_be_in_doubt_stops_the_pruning_before_the_next_batch() {
    publishDelivered();
    engine.time.advance(Duration.ofDays(90));
    Result result =
        pruneHistory.prune(
            engine.time.now(),
            () -> {
              engine.clockTrust.doubt(Duration.ofDays(90), engine.time.now());
              return true;
            });

    assertThat(result).isEqualTo(NOTHING);
    assertThat(all()).hasSize(1);
  }

  @Test
  void a_dead_letter_stays_for_longer_and_can_be_retried_until_then() {
    Delivery dead = publishDead();
    engine.time.advanceTo(endOf(dead).plus(POLICY.dead()));

    assertThat(prune()).isEqualTo(new Result(0, dead.progress().attemptCount(), 0, 0, 0, 0));

    engine.retryNow.retryNow(DEFAULT, dead.id(), engine.time.now());
    engine.sender.everyReceiverAnswers(200);
    engine.runDue();
    assertThat(engine.reload(dead).state()).isInstanceOf(Delivered.class);
  }

  @Test
  void a_dead_letter_goes_in_the_end() {
    Delivery dead = publishDead();
    engine.time.advanceTo(endOf(dead).plus(POLICY.dead()).plusMillis(1));

    assertThat(prune()).isEqualTo(new Result(1, 0, 1, 0, 0, 0));
    assertThat(all()).isEmpty();
  }

  @Test
  void what_is_still_to_be_done_stays_however_old_it_is() {
    engine.publish("user.created", "{}");
    engine.sender.everyReceiverAnswers(500);
    engine.runDue();
    engine.publish("user.created", "{}");
    List<Delivery> before = all();
    engine.time.advance(Duration.ofDays(1_000));

    assertThat(prune()).isEqualTo(NOTHING);

    assertThat(all()).isEqualTo(before).hasSize(2);
    assertThat(engine.runDue()).isEqualTo(2);
  }

  @Test
  void the_audit_log_goes_after_its_own_time_and_into_the_archive() {
    var ids = new SequentialIds();
    var recordChange = new RecordChange(engine.stores.auditLog(), ids);
    recordChange.record(
        DEFAULT,
        new AuditEntry.Actor(
            new ApiKeyId(ids.next(ApiKeyId.PREFIX, engine.time.now())),
            Role.OPERATOR,
            "127.0.0.1",
            "req_1"),
        new AuditEntry.Subject("POST", "/v1/webhooks", null),
        AuditEntry.Change.NONE,
        engine.time.now());

    engine.time.advance(AUDIT);
    assertThat(prune()).isEqualTo(NOTHING);
    engine.time.advance(Duration.ofMillis(1));

    assertThat(prune()).isEqualTo(new Result(0, 0, 0, 0, 0, 1));
    assertThat(archived).hasOnlyElementsOfType(ArchiveEntry.PastChange.class).hasSize(1);
    assertThat(prune()).isEqualTo(NOTHING);
  }

  @Test
  void idempotency_keys_go_when_they_no_longer_count() {
    for (int i = 0; i < PruneHistory.BATCH + 1; i++) {
      var event = samples.event(DEFAULT, "key-" + i, engine.time.now());
      engine.stores.events().accept(List.of(new Publication(event, List.of())), engine.time.now());
    }
    engine.time.advance(Duration.ofHours(24));
    assertThat(prune()).isEqualTo(NOTHING);
    engine.time.advance(Duration.ofMillis(1));
    assertThat(prune()).isEqualTo(new Result(0, 0, 0, 0, PruneHistory.BATCH + 1, 0));
  }

  @Test
  void what_goes_was_archived_before() {
    Delivery delivered = publishDelivered();
    var there = new ArrayList<Boolean>();
    PruneHistory watching =
        pruningTo((entries, _) -> {
          there.add(all().contains(delivered));
          archived.addAll(entries);
        });
    engine.time.advance(Duration.ofDays(31));

    watching.prune(engine.time.now(), () -> true);

    assertThat(archived).hasSize(2);
    assertThat(archived.getFirst())
        .isInstanceOfSatisfying(
            PastDelivery.class,
            past -> {
              assertThat(past.delivery()).isEqualTo(delivered);
              assertThat(past.attempts()).hasSize(1);
            });
    assertThat(archived.getLast())
        .isInstanceOfSatisfying(
            PastEvent.class, past -> assertThat(past.event().id()).isEqualTo(delivered.event()));
    // The event has come to be alone by then.
    assertThat(there).containsExactly(true, false);
  }

  @Test
  void an_attempt_that_goes_before_its_delivery_is_archived_too() {
    Delivery dead = publishDead();
    engine.time.advance(Duration.ofDays(21));

    prune();

    assertThat(archived)
        .hasSize(dead.progress().attemptCount())
        .allSatisfy(entry ->
            assertThat(entry)
                .isInstanceOfSatisfying(
                    PastAttempt.class, past -> assertThat(past.delivery()).isEqualTo(dead)));
  }

  @Test
  void what_cannot_be_archived_stays() {
    Delivery delivered = publishDelivered();
    PruneHistory failing =
        pruningTo((_, _) -> {
          throw new StoreException("told so", null);
        });
    engine.time.advance(Duration.ofDays(31));

    assertThatThrownBy(() -> failing.prune(engine.time.now(), () -> true))
        .isInstanceOf(StoreException.class);
    assertThat(all()).containsExactly(delivered);
    assertThat(prune()).isEqualTo(new Result(1, 0, 1, 0, 0, 0));
  }

  @Test
  void it_goes_batch_by_batch_and_ends_when_told() {
    for (int i = 0; i < PruneHistory.BATCH + 1; i++) {
      engine.publish("user.created", "{}");
    }
    while (engine.runDue() > 0) {
      engine.time.advance(Duration.ofSeconds(1));
    }
    engine.time.advance(Duration.ofDays(31));
    var asked = new AtomicInteger();

    Result result = pruneHistory.prune(engine.time.now(), () -> asked.incrementAndGet() == 1);

    assertThat(result).isEqualTo(new Result(PruneHistory.BATCH, 0, 0, 0, 0, 0));
    assertThat(prune()).isEqualTo(new Result(1, 0, PruneHistory.BATCH + 1, 0, 0, 0));
  }

  @Test
  void a_tenant_that_wants_it_otherwise_has_it_so_and_the_others_as_before() {
    keepForDefault(new RetentionChoices(Duration.ofDays(5), Duration.ofHours(1), null));
    Delivery delivered = publishDelivered();

    engine.time.advanceTo(endOf(delivered).plus(Duration.ofDays(5)));
    assertThat(prune()).isEqualTo(new Result(0, 1, 0, 0, 0, 0));
    engine.time.advance(Duration.ofMillis(1));
    assertThat(prune()).isEqualTo(new Result(1, 0, 1, 0, 0, 0));

    keepForDefault(new RetentionChoices(Duration.ofDays(100), Duration.ofDays(100), null));
    delivered = publishDelivered();
    engine.time.advanceTo(endOf(delivered).plus(Duration.ofDays(100)));
    assertThat(prune()).isEqualTo(NOTHING);
    // What it leaves to the server is the server's again, at once.
    keepForDefault(RetentionChoices.NONE);
    assertThat(prune()).isEqualTo(new Result(1, 0, 1, 0, 0, 0));
  }

  private void keepForDefault(RetentionChoices choices) {
    Tenants tenants = engine.stores.tenants();
    Tenant seen = tenants.find(DEFAULT).orElseThrow();
    assertThat(tenants.replaceIfUnchanged(seen, seen.with(choices))).isTrue();
  }

  @Test
  void what_is_left_of_a_tenant_that_is_gone_is_kept_as_the_server_says() {
    var gone = samples.event(new TenantId("gone"), null, engine.time.now());
    engine.stores.events().accept(List.of(new Publication(gone, List.of())), engine.time.now());

    engine.time.advance(POLICY.delivered());
    assertThat(prune()).isEqualTo(NOTHING);
    engine.time.advance(Duration.ofMillis(1));
    assertThat(prune()).isEqualTo(new Result(0, 0, 1, 0, 0, 0));
  }

  @Test
  void it_is_written_down_when_it_was_and_what_became_of_it() {
    assertThat(record.last()).isEmpty();
    publishDelivered();
    engine.time.advance(Duration.ofDays(31));
    PruneHistory failing =
        pruningTo((_, _) -> {
          throw new StoreException("told so", null);
        });

    assertThatThrownBy(() -> failing.prune(engine.time.now(), () -> true))
        .isInstanceOf(StoreException.class);
    assertThat(record.last())
        .contains(new PruningRecord.Run(engine.time.now(), NOTHING, "told so"));
    Result result = prune();
    assertThat(record.last()).contains(new PruningRecord.Run(engine.time.now(), result, null));
  }

  private static Instant endOf(Delivery delivery) {
    return requireNonNull(delivery.state().endedAt());
  }

  private PruneHistory pruningTo(Archive archive) {
    return new PruneHistory(
        engine.stores.history(),
        archive,
        new Retentions(POLICY, AUDIT, engine.stores.tenants()),
        record,
        engine.clockTrust);
  }

  private Result prune() {
    return pruneHistory.prune(engine.time.now(), () -> true);
  }

  private Delivery publishDelivered() {
    engine.publish("user.created", "{}");
    engine.runDue();
    Delivery delivered = all().getFirst();
    assertThat(delivered.state()).isInstanceOf(Delivered.class);
    return delivered;
  }

  private Delivery publishDead() {
    engine.sender.everyReceiverAnswers(500);
    engine.publish("user.created", "{}");
    while (!(all().getFirst().state() instanceof Dead)) {
      engine.runDue();
      engine.time.advance(Duration.ofHours(2));
    }
    return all().getFirst();
  }

  private List<Delivery> all() {
    return engine.stores.deliveries().list(new DeliveryQuery(DEFAULT, null, null, null, 1_000));
  }
}

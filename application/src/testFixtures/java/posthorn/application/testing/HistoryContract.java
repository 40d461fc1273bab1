package posthorn.application.testing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.ArchiveEntry;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.ArchiveEntry.PastChange;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.AuditQuery;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.Events.Acceptance;
import posthorn.application.port.Events.Acceptance.Accepted;
import posthorn.application.port.Events.Acceptance.SeenBefore;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.History;
import posthorn.application.port.History.Old;
import posthorn.application.port.History.Page;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.AuditId;
import posthorn.domain.access.Role;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.delivery.Lease;
import posthorn.domain.event.Event;
import posthorn.domain.retry.Verdict.RetryAt;
import posthorn.domain.retry.Verdict.Succeed;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

/** What every implementation of {@link History} keeps to. */
public abstract class HistoryContract extends DeliveriesFixture {
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1_000));
  private static final TenantId ACME = new TenantId("acme");
  private static final TenantId ZEBRA = new TenantId("zebra");
  private static final Instant LATER = NOW.plus(Duration.ofDays(1_000));

  @Test
  void a_delivery_is_old_when_it_has_ended_before_the_time() {
    Delivery delivered = deliver(accept(event()));
    List<Attempt> attempts = deliveries.attemptsOf(delivered.id());
    Instant end = endOf(delivered);

    assertThat(all(history().deliveries(_ -> end))).isEmpty();
    assertThat(all(history().deadLetters(_ -> LATER))).isEmpty();
    assertThat(all(history().deliveries(_ -> end.plusMillis(1))))
        .containsExactly(new PastDelivery(delivered, attempts));
    assertThat(attempts).hasSize(1);
  }

  @Test
  void a_dead_letter_has_a_time_of_its_own() {
    Delivery dead = die(accept(event()));
    Instant end = endOf(dead);

    assertThat(all(history().deliveries(_ -> LATER))).isEmpty();
    assertThat(all(history().deadLetters(_ -> end))).isEmpty();
    assertThat(all(history().deadLetters(_ -> end.plusMillis(1))))
        .extracting(PastDelivery::delivery)
        .containsExactly(dead);
  }

  @Test
  void a_cancelled_delivery_goes_with_the_delivered_ones() {
    accept(event());
    Lease lease = lease(NOW);
    Delivery cancelled = claimOne(lease, NOW).cancelled(CancelReason.BY_OPERATOR, NOW);
    assertThat(due.releaseIfLeased(cancelled, lease)).isEqualTo(Settlement.RECORDED);

    assertThat(all(history().deadLetters(_ -> LATER))).isEmpty();
    assertThat(all(history().deliveries(_ -> LATER)))
        .containsExactly(new PastDelivery(cancelled, List.of()));
  }

  @Test
  void what_is_not_over_is_never_old() {
    fail(accept(event()));
    accept(event());
    claimOne(lease(NOW), NOW);
    accept(event());

    assertThat(all(history().deliveries(_ -> LATER))).isEmpty();
    assertThat(all(history().deadLetters(_ -> LATER))).isEmpty();
    assertThat(all(history().attempts(_ -> LATER))).isEmpty();
    assertThat(all(history().events(_ -> LATER))).isEmpty();
  }

  @Test
  void the_deliveries_of_a_removed_webhook_go_in_steps_and_those_of_others_stay() {
    Webhook other = samples.webhook(TenantId.DEFAULT, "*");
    stores.webhooks().add(other);
    Delivery kept = accept(event(), other);
    Delivery delivered = deliver(accept(event()));
    accept(event());
    accept(event());
    stores.webhooks().remove(webhook.id());

    assertThat(history().removeOrphans(2)).isEqualTo(2);
    assertThat(history().removeOrphans(2)).isEqualTo(1);
    assertThat(history().removeOrphans(2)).isZero();
    assertThat(deliveries.list(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 10)))
        .containsExactly(kept);
    assertThat(deliveries.attemptsOf(delivered.id())).isEmpty();
  }

  @Test
  void a_page_begins_where_the_one_before_ended() {
    Delivery first = deliver(accept(event()));
    Delivery second = deliver(accept(event()));
    Delivery third = deliver(accept(event()));
    Old<PastDelivery> old = history().deliveries(_ -> LATER);

    Page<PastDelivery> page = old.page(null, 2);

    assertThat(page.entries()).extracting(PastDelivery::delivery).containsExactly(first, second);
    assertThat(page.next()).isNotNull();
    assertThat(old.page(page.next(), 2))
        .isEqualTo(
            new Page<>(List.of(new PastDelivery(third, deliveries.attemptsOf(third.id()))), null));
  }

  @Test
  void a_delivery_goes_with_its_attempts_and_no_others() {
    Delivery delivered = deliver(accept(event()));
    Delivery dead = die(accept(event()));
    Old<PastDelivery> old = history().deliveries(_ -> LATER);

    assertThat(old.removeIfStillOld(old.page(null, 10).entries())).isEqualTo(1);

    assertThat(deliveries.find(DEFAULT, delivered.id())).isEmpty();
    assertThat(deliveries.attemptsOf(delivered.id())).isEmpty();
    assertThat(find(dead)).isEqualTo(dead);
    assertThat(deliveries.attemptsOf(dead.id())).hasSize(1);
  }

  @Test
  void a_delivery_that_was_restarted_meanwhile_stays_with_its_attempts() {
    Delivery dead = die(accept(event()));
    Old<PastDelivery> oldDeliveries = history().deadLetters(_ -> LATER);
    Old<PastAttempt> oldAttempts = history().attempts(_ -> LATER);
    List<PastDelivery> foundDeliveries = oldDeliveries.page(null, 10).entries();
    List<PastAttempt> foundAttempts = oldAttempts.page(null, 10).entries();
    Delivery restarted = dead.restarted(NOW.plusSeconds(1));
    assertThat(deliveries.restartIfAtRest(restarted)).isTrue();

    assertThat(oldDeliveries.removeIfStillOld(foundDeliveries)).isZero();
    assertThat(oldAttempts.removeIfStillOld(foundAttempts)).isZero();

    assertThat(find(dead)).isEqualTo(restarted);
    assertThat(deliveries.attemptsOf(dead.id())).hasSize(1);
  }

  @Test
  void an_old_attempt_goes_and_its_delivery_stays() {
    Delivery failed = fail(accept(event()));
    Delivery dead = die(accept(event()));
    Attempt attempt = deliveries.attemptsOf(dead.id()).getFirst();
    Old<PastAttempt> old = history().attempts(_ -> attempt.executedAt().plusMillis(1));

    List<PastAttempt> found = all(old);
    assertThat(found).containsExactly(new PastAttempt(attempt, dead));
    assertThat(old.removeIfStillOld(found)).isEqualTo(1);

    assertThat(deliveries.attemptsOf(dead.id())).isEmpty();
    assertThat(deliveries.attemptsOf(failed.id())).hasSize(1);
    assertThat(find(dead)).isEqualTo(dead);
  }

  @Test
  void a_young_attempt_stays() {
    Delivery dead = die(accept(event()));
    Attempt attempt = deliveries.attemptsOf(dead.id()).getFirst();

    assertThat(all(history().attempts(_ -> attempt.executedAt()))).isEmpty();
  }

  @Test
  void an_event_goes_after_its_last_delivery() {
    Event event = event();
    deliver(accept(event));
    Old<PastEvent> old = history().events(_ -> event.acceptedAt().plusMillis(1));
    assertThat(all(old)).isEmpty();

    removeAll(history().deliveries(_ -> LATER));

    assertThat(all(history().events(_ -> event.acceptedAt()))).isEmpty();
    assertThat(all(old)).containsExactly(new PastEvent(event.numbered(1)));
    assertThat(removeAll(old)).isEqualTo(1);
    assertThat(all(old)).isEmpty();
  }

  @Test
  void an_event_that_has_a_delivery_again_stays() {
    Event event = event();
    Delivery delivered = deliver(accept(event));
    removeAll(history().deliveries(_ -> LATER));
    Old<PastEvent> old = history().events(_ -> LATER);
    List<PastEvent> found = all(old);
    Delivery replay =
        delivered.replayed(new DeliveryId(ids.next(DeliveryId.PREFIX, NOW.plusSeconds(1))), NOW);
    stores.events().accept(List.of(new Publication(event(), List.of(replay))), NOW);

    assertThat(found).containsExactly(new PastEvent(event.numbered(1)));
    assertThat(old.removeIfStillOld(found)).isZero();
    assertThat(find(replay)).isEqualTo(replay);
  }

  /** That of each tenant: one whose history is always old, and others that keep theirs. */
  private static Instant onlyOfAcme(TenantId tenant) {
    return tenant.equals(ACME) ? LATER : LONG_AGO;
  }

  @Test
  void what_is_old_is_so_for_its_tenant_alone() {
    Webhook ofAcme = samples.webhook(ACME, "*");
    stores.webhooks().add(ofAcme);
    Delivery kept = deliver(accept(event()));
    Delivery keptDead = die(accept(event()));
    // From here on, that is who they are for.
    webhook = ofAcme;
    Delivery delivered = deliver(accept(samples.event(ACME, null, NOW)));
    Delivery dead = die(accept(samples.event(ACME, null, NOW)));

    Old<PastAttempt> attempts = history().attempts(HistoryContract::onlyOfAcme);
    assertThat(all(attempts))
        .extracting(past -> past.delivery().id())
        .containsExactly(delivered.id(), dead.id());
    assertThat(removeAll(attempts)).isEqualTo(2);
    Old<PastDelivery> deliveries = history().deliveries(HistoryContract::onlyOfAcme);
    assertThat(all(deliveries)).containsExactly(new PastDelivery(delivered, List.of()));
    assertThat(removeAll(deliveries)).isEqualTo(1);
    Old<PastDelivery> letters = history().deadLetters(HistoryContract::onlyOfAcme);
    assertThat(all(letters)).containsExactly(new PastDelivery(dead, List.of()));
    assertThat(removeAll(letters)).isEqualTo(1);
    Old<PastEvent> events = history().events(HistoryContract::onlyOfAcme);
    assertThat(all(events))
        .extracting(past -> past.event().id())
        .containsExactly(delivered.event(), dead.event());
    assertThat(removeAll(events)).isEqualTo(2);

    assertThat(find(kept)).isEqualTo(kept);
    assertThat(find(keptDead)).isEqualTo(keptDead);
    assertThat(deliveries(DEFAULT)).hasSize(2);
    assertThat(deliveries(ACME)).isEmpty();
    assertThat(this.deliveries.attemptsOf(kept.id())).hasSize(1);
  }

  private List<Delivery> deliveries(TenantId tenant) {
    return deliveries.list(new DeliveryQuery(tenant, null, null, null, 10));
  }

  @Test
  void pages_go_on_from_one_tenant_to_the_next() {
    var made = new ArrayList<DeliveryId>();
    for (TenantId tenant : List.of(ZEBRA, DEFAULT, ACME, ZEBRA, ACME, DEFAULT)) {
      webhook = samples.webhook(tenant, "*");
      stores.webhooks().add(webhook);
      made.add(deliver(accept(samples.event(tenant, null, NOW))).id());
      made.add(deliver(accept(samples.event(tenant, null, NOW))).id());
    }

    for (int size = 1; size <= 13; size++) {
      assertThat(walk(history().deliveries(_ -> LATER), size))
          .extracting(past -> past.delivery().id())
          .containsExactlyInAnyOrderElementsOf(made);
      assertThat(walk(history().attempts(_ -> LATER), size))
          .extracting(past -> past.delivery().id())
          .containsExactlyInAnyOrderElementsOf(made);
    }
    // Of tenants in the middle and at the end.
    assertThat(walk(history().deliveries(HistoryContract::onlyOfAcme), 2)).hasSize(4);
    assertThat(walk(history().deliveries(tenant -> tenant.equals(ZEBRA) ? LATER : LONG_AGO), 2))
        .hasSize(4);
  }

  private static <T extends ArchiveEntry> List<T> walk(Old<T> old, int size) {
    var found = new ArrayList<T>();
    @Nullable String after = null;
    do {
      Page<T> page = old.page(after, size);
      assertThat(page.entries()).hasSizeLessThanOrEqualTo(size);
      found.addAll(page.entries());
      after = page.next();
    } while (after != null);
    return found;
  }

  @Test
  void changes_of_the_audit_log_are_old_by_when_they_were_made() {
    var ids = new SequentialIds();
    AuditEntry first = change(ids, DEFAULT, NOW);
    AuditEntry second = change(ids, ACME, NOW.plusMillis(1));
    AuditEntry young = change(ids, DEFAULT, NOW.plusMillis(2));
    List.of(first, second, young).forEach(stores.auditLog()::append);

    Old<PastChange> old = history().changes(young.at());
    assertThat(walk(old, 1)).extracting(PastChange::entry).containsExactly(first, second);
    assertThat(old.removeIfStillOld(walk(old, 10))).isEqualTo(2);
    assertThat(walk(old, 10)).isEmpty();

    var all = new AuditQuery(DEFAULT, null, null, null, null, null, null, 10);
    assertThat(stores.auditLog().list(all)).containsExactly(young);
  }

  private static AuditEntry change(SequentialIds ids, TenantId tenant, Instant at) {
    return new AuditEntry(
        new AuditId(ids.next(AuditId.PREFIX, at)),
        at,
        tenant,
        new AuditEntry.Actor(
            new ApiKeyId(ids.next(ApiKeyId.PREFIX, at)), Role.OPERATOR, "127.0.0.1", "req_1"),
        new AuditEntry.Subject("POST", "/v1/webhooks", null),
        new AuditEntry.Change(null, "{\"name\":\"orders\"}"));
  }

  @Test
  void old_idempotency_keys_are_forgotten_a_few_at_a_time() {
    acceptWithKey("first", NOW);
    acceptWithKey("second", NOW);
    acceptWithKey("young", NOW.plusSeconds(1));
    Instant later = NOW.plusSeconds(1);

    assertThat(history().removeKeys(NOW, 10)).isZero();
    assertThat(history().removeKeys(later, 1)).isEqualTo(1);
    assertThat(history().removeKeys(later, 10)).isEqualTo(1);
    assertThat(history().removeKeys(later, 10)).isZero();

    assertThat(acceptWithKey("first", NOW)).isInstanceOf(Accepted.class);
    assertThat(acceptWithKey("young", NOW)).isInstanceOf(SeenBefore.class);
  }

  @Test
  void giving_space_back_comes_to_an_end() {
    deliver(accept(event()));
    removeAll(history().deliveries(_ -> LATER));

    int steps = 0;
    while (history().reclaimSpace()) {
      assertThat(steps++).isLessThan(1_000);
    }
  }

  private static Instant endOf(Delivery delivery) {
    return requireNonNull(delivery.state().endedAt());
  }

  private History history() {
    return stores.history();
  }

  private Event event() {
    return samples.event(DEFAULT, null, NOW);
  }

  private Acceptance acceptWithKey(String key, Instant at) {
    var publication = new Publication(samples.event(DEFAULT, key, at), List.of());
    return stores.events().accept(List.of(publication), LONG_AGO).getFirst();
  }

  private Delivery deliver(Delivery delivery) {
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    assertThat(claimed.id()).isEqualTo(delivery.id());
    return settle(claimed, lease, new Succeed(), answered(200));
  }

  private Delivery fail(Delivery delivery) {
    Lease lease = lease(NOW);
    Delivery claimed = claimOne(lease, NOW);
    assertThat(claimed.id()).isEqualTo(delivery.id());
    return settle(claimed, lease, new RetryAt(LATER, failure()), answered(500));
  }

  private static <T extends ArchiveEntry> List<T> all(Old<T> old) {
    return old.page(null, 100).entries();
  }

  private static <T extends ArchiveEntry> int removeAll(Old<T> old) {
    return old.removeIfStillOld(all(old));
  }
}

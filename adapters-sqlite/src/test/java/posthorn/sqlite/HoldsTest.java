package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import posthorn.application.port.DueDeliveries.Waiting;
import posthorn.application.testing.Samples;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.webhook.Webhook;

/** What happens between the moment deliveries are read and the moment they are taken, and after. */
class HoldsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Lease LEASE = new Lease("node", "lse_1", NOW.plusSeconds(60));
  private static final Lease ANOTHER = new Lease("node", "lse_2", NOW.plusSeconds(60));

  private final Samples samples = new Samples();
  private final Webhook webhook = samples.webhook(DEFAULT, "*");
  private final Holds holds = new Holds();

  @Test
  void what_is_held_is_held_once_and_the_front_is_behind_it() {
    Candidate first = candidate(1, NOW);
    Candidate second = candidate(2, NOW);

    assertThat(take(List.of(first, second))).containsExactly(first, second);

    assertThat(front()).isEqualTo(second.position());
    assertThat(take(List.of(first))).isEmpty();
  }

  @Test
  void one_that_was_settled_while_it_was_read_is_not_taken_as_it_was() {
    Candidate one = candidate(1, NOW);
    take(List.of(one));

    try (Holds.Taking taking = holds.take()) {
      settle(one.delivery().leased(LEASE, NOW).cancelled(CancelReason.BY_OPERATOR, NOW));

      assertThat(taking.hold(List.of(one), ANOTHER)).isEmpty();
    }
  }

  @Test
  void the_front_stays_before_what_came_while_others_were_read() {
    Candidate one = candidate(1, NOW.plusSeconds(2));

    try (Holds.Taking taking = holds.take()) {
      holds.waits(webhook.id(), NOW.plusSeconds(1));
      taking.passed(taking.hold(List.of(one), LEASE));
    }

    assertThat(front()).isEqualTo(Position.before(NOW.plusSeconds(1)));
  }

  @Test
  void the_front_moves_back_for_what_is_due_before_it_and_for_nothing_else() {
    Candidate one = candidate(1, NOW);
    take(List.of(one));

    holds.waits(webhook.id(), NOW.plusSeconds(1));
    holds.waits(samples.webhook(DEFAULT, "*").id(), NOW.minusSeconds(1));
    assertThat(front()).isEqualTo(one.position());

    holds.waits(webhook.id(), NOW);
    assertThat(front()).isEqualTo(Position.before(NOW));
    holds.someWait(webhook.id());
    assertThat(front()).isEqualTo(Position.START);
  }

  @Test
  void one_that_somebody_changes_is_not_taken_and_is_looked_for_afterwards() {
    Candidate one = candidate(1, NOW);
    assertThat(holds.reserve(one.delivery().id())).isTrue();
    assertThat(take(List.of(one))).isEmpty();
    assertThat(front()).isEqualTo(one.position());

    holds.release(one.delivery().id());

    assertThat(front()).isEqualTo(Position.START);
    assertThat(take(List.of(one))).containsExactly(one);
    assertThat(holds.reserve(one.delivery().id())).isFalse();
  }

  @Test
  void one_whose_change_ended_while_it_was_read_is_looked_for_again() {
    Candidate one = candidate(1, NOW);
    assertThat(holds.reserve(one.delivery().id())).isTrue();

    try (Holds.Taking taking = holds.take()) {
      assertThat(taking.hold(List.of(one), LEASE)).isEmpty();
      holds.release(one.delivery().id());
      taking.passed(List.of(one));
    }

    assertThat(front()).isEqualTo(Position.START);
  }

  @Test
  void a_change_of_what_nobody_looked_for_moves_no_front() {
    Candidate one = candidate(1, NOW);
    take(List.of(one));
    Delivery other = candidate(2, NOW).delivery();
    assertThat(holds.reserve(other.id())).isTrue();

    holds.release(other.id());

    assertThat(front()).isEqualTo(one.position());
  }

  @Test
  void an_expired_lease_settles_nothing_and_its_delivery_is_looked_for_again() {
    Candidate one = candidate(1, NOW);
    take(List.of(one));
    assertThat(holds.freeExpired(LEASE.expiresAt().minusMillis(1))).isEmpty();

    assertThat(holds.freeExpired(LEASE.expiresAt()))
        .containsExactly(new Waiting(DEFAULT, webhook.id(), NOW));

    assertThat(front()).isEqualTo(Position.before(NOW));
    assertThat(holds.settle(one.delivery().id(), LEASE)).isNull();
  }

  @Test
  void a_lease_does_not_expire_while_it_is_settled_unless_that_fails() {
    Candidate one = candidate(1, NOW);
    take(List.of(one));
    assertThat(holds.settle(one.delivery().id(), ANOTHER)).isNull();
    assertThat(holds.settle(one.delivery().id(), LEASE)).isEqualTo(one.row());
    assertThat(holds.freeExpired(LEASE.expiresAt())).isEmpty();

    holds.notSettled(one.delivery().id());

    assertThat(holds.freeExpired(LEASE.expiresAt())).hasSize(1);
  }

  @Test
  void fronts_are_forgotten_when_nothing_is_held() {
    Candidate one = candidate(1, NOW);
    take(List.of(one));
    assertThat(holds.fronts())
        .containsExactly(new Front(webhook.id(), Work.NORMAL_FIRST, one.position()));

    settle(one.delivery().leased(LEASE, NOW).cancelled(CancelReason.BY_OPERATOR, NOW));

    assertThat(holds.fronts()).isEmpty();
    assertThat(front()).isEqualTo(Position.START);
  }

  private List<Candidate> take(List<Candidate> read) {
    try (Holds.Taking taking = holds.take()) {
      List<Candidate> taken = taking.hold(read, LEASE);
      taking.passed(read);
      return taken;
    }
  }

  private void settle(Delivery settled) {
    assertThat(holds.settle(settled.id(), LEASE)).isNotNull();
    holds.settled(settled);
  }

  private Position front() {
    return holds.front(webhook.id(), Work.NORMAL_FIRST);
  }

  private Candidate candidate(long row, Instant dueAt) {
    Event event = samples.event(DEFAULT, null, dueAt);
    return new Candidate(row, webhook, samples.delivery(event, webhook), event);
  }
}

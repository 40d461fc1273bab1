package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DueDeliveries.Settlement;
import posthorn.application.port.DueDeliveries.Share;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.Webhooks;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Seals;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.delivery.CancelReason;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.event.Event;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.retry.Verdict;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;

/**
 * What happens to a delivery of a lane between the moment it is read and the moment it is taken,
 * and to one that is held when it is settled by its row.
 */
class ClaimsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Lease LEASE = new Lease("node", "lse_1", NOW.plusSeconds(60));

  private static final int MAX_ATTEMPTS = 5;

  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private final Samples samples = new Samples();
  private final Holds holds = new Holds();
  private SqliteWriter writer;
  private SqliteReaders readers;
  private Webhooks webhooks;
  private Deliveries deliveries;
  private Webhook webhook;
  private Delivery delivery;

  @BeforeEach
  void oneThatIsDue() throws SQLException {
    SqliteStore.open(store.url(), Durability.FULL, Duration.ofSeconds(30), Seals.of(1)).close();
    writer =
        new SqliteWriter(
            SqliteConnections.forWriting(store.url(), Durability.FULL).getConnection(),
            SqliteWriter.Limits.DEFAULT,
            holds,
            VitalThreads.UNWATCHED);
    readers = new DirectReaders("test", SqliteConnections.forReading(store.url()), 4);
    webhooks = new SqliteWebhooks(writer, readers, new SecretRows(Seals.of(1)));
    deliveries = new SqliteDeliveries(writer, readers, webhooks, new DeliveryList(10), holds);
    webhook =
        samples.webhook(
            new Flow(
                OrderingGuarantee.STRICT, OnHeadFailure.BLOCK, null, null, CircuitConfig.DEFAULT));
    webhooks.add(webhook);
    delivery = accept();
  }

  @AfterEach
  void close() {
    readers.close();
    writer.close();
  }

  @Test
  void one_that_still_waits_is_taken() {
    List<Candidate> read = read();

    assertThat(take(read)).isEqualTo(read);
    assertThat(stored().state()).isEqualTo(new InFlight(LEASE, NOW));
  }

  @Test
  void one_that_another_has_taken_is_not_taken_again() {
    List<Candidate> read = read();
    take(read);

    assertThat(take(read)).isEmpty();
  }

  @Test
  void one_that_was_called_off_is_not_taken() {
    List<Candidate> read = read();
    cancel();

    assertThat(take(read)).isEmpty();
  }

  @Test
  void one_that_was_called_off_and_started_anew_is_not_taken_as_it_was() {
    List<Candidate> read = read();
    Delivery restarted = cancel().restarted(NOW);
    assertThat(deliveries.restartIfAtRest(restarted)).isTrue();

    assertThat(take(read)).isEmpty();
    assertThat(stored()).isEqualTo(restarted);
  }

  @Test
  void one_whose_row_belongs_to_another_by_now_leaves_that_alone() {
    List<Candidate> read = read();
    writer.write(sql -> sql.execute("DELETE FROM deliveries"));
    delivery = accept();
    assertThat(read().getFirst().row()).isEqualTo(read.getFirst().row());

    assertThat(take(read)).isEmpty();
    assertThat(stored()).isEqualTo(delivery);
  }

  @Test
  void one_that_is_held_and_whose_row_belongs_to_another_by_now_settles_nothing() {
    Candidate held = read().getFirst();
    writer.write(sql -> sql.execute("DELETE FROM deliveries"));
    delivery = accept();
    assertThat(read().getFirst().row()).isEqualTo(held.row());

    Delivery delivered =
        held.delivery().leased(LEASE, NOW).settled(new Verdict.Succeed(), MAX_ATTEMPTS, NOW);
    assertThat(settle(delivered, held.row())).isEqualTo(Settlement.LEASE_LOST);
    assertThat(stored()).isEqualTo(delivery);
  }

  @Test
  void one_that_is_held_is_settled_in_its_row() {
    Candidate held = read().getFirst();

    Delivery delivered =
        held.delivery().leased(LEASE, NOW).settled(new Verdict.Succeed(), MAX_ATTEMPTS, NOW);
    assertThat(settle(delivered, held.row())).isEqualTo(Settlement.RECORDED);
    assertThat(stored()).isEqualTo(delivered);
  }

  private Settlement settle(Delivery settled, long row) {
    var command = new Settlements.Command(settled, null, new Settlements.Having.Held(row));
    return writer.write(new Settlements(new Lanes(webhooks)), command);
  }

  private Delivery accept() {
    Event event = samples.event(DEFAULT, null, NOW);
    Delivery fresh = samples.delivery(event, webhook);
    new SqliteEvents(writer).accept(List.of(new Publication(event, List.of(fresh))), NOW);
    return fresh;
  }

  private List<Candidate> read() {
    List<Share> all = List.of(new Share(webhook.id(), Work.NORMAL_FIRST, 10));
    return readers.read(sql ->
        sql.connectionResult(
            connection -> CandidateRows.read(connection, webhooks, all, holds::front, NOW)));
  }

  private List<Candidate> take(List<Candidate> candidates) {
    return writer.write(new Claims(new Lanes(webhooks)), new Claims.Command(candidates, LEASE));
  }

  private Delivery cancel() {
    return deliveries
        .cancelIfWaiting(DEFAULT, delivery.id(), CancelReason.BY_OPERATOR, NOW)
        .orElseThrow();
  }

  private Delivery stored() {
    return deliveries.find(DEFAULT, delivery.id()).orElseThrow();
  }
}

package posthorn.application.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import posthorn.application.dispatch.AttemptDelivery.Result;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.TestTime;
import posthorn.application.webhooks.ControlCircuit;
import posthorn.application.webhooks.ControlCircuit.Action;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.circuit.Phase;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.delivery.Deferrals;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.retry.BackoffSchedule;
import posthorn.domain.retry.DelayList;
import posthorn.domain.retry.RetryOn;
import posthorn.domain.retry.RetryPolicy;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;

/** Closing a circuit makes all that waited because of it due at once, under slow start. */
class CircuitWaitTest {
  private static final Duration SLEEP = Duration.ofSeconds(30);
  private static final Duration RETRY = Duration.ofMinutes(10);
  private static final Duration DAY = Duration.ofDays(1);
  private static final RetryPolicy POLICY =
      new RetryPolicy(
          5,
          new BackoffSchedule(new DelayList(List.of(RETRY)), 0, Map.of()),
          RetryOn.ALL,
          false,
          Duration.ofDays(7));

  private final Webhook webhook =
      new Samples()
          .webhook(
              new Flow(
                  OrderingGuarantee.NONE,
                  OnHeadFailure.BLOCK,
                  null,
                  null,
                  new CircuitConfig(true, 50, 2, Duration.ofSeconds(60), SLEEP, 1, null)));
  private final TestTime time = new TestTime();
  private TestEngine engine = engine(Stores.inMemory(), Ramp.OFF);

  private TestEngine engine(Stores stores, Ramp ramp) {
    if (stores.webhooks().find(webhook.id()).isEmpty()) {
      stores.webhooks().add(webhook);
    }
    return new TestEngine(stores, POLICY, TestEngine.SETTINGS, ramp, time);
  }

  @Test
  void by_probes_it_makes_due_what_was_blocked_and_leaves_failed_ones_to_their_schedule() {
    engine.sender.everyReceiverAnswers(500);
    publish(2);
    engine.runDue();
    assertThat(phase()).isEqualTo(Phase.OPEN);
    Instant retryAt = time.now().plus(RETRY);
    time.advance(Duration.ofSeconds(1));
    publish(3);
    engine.runDue();
    assertThat(waiting()).hasSize(3).allSatisfy(this::waitsForCircuit);

    time.advance(SLEEP);
    engine.sender.everyReceiver(_ -> {
      // While the probe is out, what else is due is blocked for as long as a probe may take.
      engine.sender.everyReceiverAnswers(200);
      publish(2);
      engine.dispatcher.look(time.now(), Integer.MAX_VALUE);
      engine.attemptStarted();
      assertThat(waiting()).hasSize(4).allSatisfy(this::waitsForCircuit);
      return ScriptedSender.answer(200);
    });
    engine.runDue();

    assertThat(phase()).isEqualTo(Phase.CLOSED);
    assertThat(waiting()).isEmpty();
    assertThat(in(Delivered.class)).hasSize(5);
    assertThat(in(Failed.class))
        .hasSize(2)
        .allSatisfy(delivery -> assertThat(delivery.state()).isEqualTo(new Failed(retryAt)));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FORCE_OPEN")
  void by_a_person_it_makes_due_what_was_blocked(Action closing) {
    act(Action.FORCE_OPEN);
    publish(5);
    engine.runDue();
    assertThat(waiting()).hasSize(5).allSatisfy(this::waitsForCircuit);
    assertThat(engine.sender.sent()).isEmpty();

    time.advance(Duration.ofSeconds(1));
    act(closing);
    engine.runDue();

    assertThat(in(Delivered.class)).hasSize(5);
  }

  @Test
  void a_failed_delivery_that_was_blocked_when_its_retry_was_due_is_due_at_once_too() {
    engine.sender.everyReceiverAnswers(500);
    publish(1);
    engine.runDue();
    act(Action.FORCE_OPEN);
    time.advance(RETRY);
    engine.runDue();
    assertThat(in(Failed.class)).hasSize(1).allSatisfy(this::waitsForCircuit);

    engine.sender.everyReceiverAnswers(200);
    act(Action.RESET);
    engine.runDue();

    assertThat(in(Delivered.class))
        .singleElement()
        .satisfies(delivery ->
            assertThat(delivery.progress().deferrals())
                .isEqualTo(new Deferrals(1, 1, Deferrals.Reason.CIRCUIT_OPEN)));
  }

  @Test
  void all_are_due_at_once_and_leave_under_slow_start() {
    engine = engine(engine.stores, new Ramp(3, 2, Duration.ofSeconds(10)));
    act(Action.FORCE_OPEN);
    block(20);

    act(Action.RESET);
    engine.runDue();
    assertThat(engine.sender.sent()).hasSize(3);
    assertThat(waiting())
        .hasSize(17)
        .allSatisfy(delivery -> assertThat(delivery.state()).isEqualTo(new Pending(time.now())));

    time.advance(Duration.ofSeconds(1));
    engine.runDue();
    assertThat(engine.sender.sent()).hasSize(9);
  }

  @Test
  void many_are_made_due_a_part_at_a_time() {
    act(Action.FORCE_OPEN);
    block(1_020);

    act(Action.FORCE_CLOSE);
    engine.dispatcher.look(time.now(), Integer.MAX_VALUE);
    var due = new Pending(time.now());
    assertThat(waiting()).filteredOn(each -> !each.state().equals(due)).hasSize(20);

    engine.runDue();
    assertThat(waiting()).isEmpty();
    assertThat(engine.sender.sent()).hasSize(1_020);
  }

  @Test
  void after_a_crash_between_the_closing_and_the_next_look_they_are_due_all_the_same() {
    act(Action.FORCE_OPEN);
    block(3);
    act(Action.RESET);

    engine = engine(engine.stores, Ramp.OFF);
    engine.runDue();

    assertThat(in(Delivered.class)).hasSize(3);
  }

  @Test
  void one_that_is_blocked_while_the_circuit_closes_is_due_at_once() {
    act(Action.FORCE_OPEN);
    publish(1);
    engine.dispatcher.look(time.now(), Integer.MAX_VALUE);
    Result result = engine.attemptDelivery.attempt(engine.started.remove(), time.now(), 0.5);
    assertThat(result.dueAgain(time.now())).isEqualTo(time.now().plus(DAY));

    // As above, but the circuit closes, and all are looked at, before the deferral is noted.
    Gate gate = engine.gates.of(webhook, time.now());
    assertThat(gate.noteCircuitWait(time.now())).isFalse();
    act(Action.RESET);
    assertThat(gate.isCircuitWaitOver(time.now())).isTrue();
    gate.forgetCircuitWait();
    assertThat(gate.isCircuitWaitOver(time.now())).isFalse();
    assertThat(gate.noteCircuitWait(time.now())).isTrue();
    assertThat(gate.isCircuitWaitOver(time.now())).isTrue();
    assertThat(new Result.NotMade(deliveries().getFirst(), true).dueAgain(time.now()))
        .isEqualTo(time.now());
  }

  /** At most a few a second. */
  private void block(int count) {
    publish(count);
    for (int i = 0; i < 1_000 && !allWaitForCircuit(); i++) {
      engine.runDue();
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(allWaitForCircuit()).isTrue();
  }

  private boolean allWaitForCircuit() {
    return waiting().stream().allMatch(delivery -> delivery.progress().waitsForCircuit());
  }

  private void publish(int count) {
    for (int i = 0; i < count; i++) {
      engine.publish("user.created", "{}");
    }
  }

  private void act(Action action) {
    new ControlCircuit(engine.stores.webhooks(), engine.gates, engine.dispatcher)
        .act(
            TenantId.DEFAULT,
            webhook.id(),
            action,
            action == Action.FORCE_OPEN ? DAY : null,
            time.now());
  }

  private Phase phase() {
    return engine.gates.health(webhook, time.now()).phase();
  }

  private void waitsForCircuit(Delivery delivery) {
    assertThat(delivery.progress().deferrals().lastReason())
        .isEqualTo(Deferrals.Reason.CIRCUIT_OPEN);
    assertThat(delivery.state().dueAt()).isAfter(time.now());
  }

  private List<Delivery> waiting() {
    return in(Pending.class);
  }

  private List<Delivery> in(Class<?> state) {
    return deliveries().stream().filter(delivery -> state.isInstance(delivery.state())).toList();
  }

  private List<Delivery> deliveries() {
    return engine
        .stores
        .deliveries()
        .page(new DeliveryQuery(TenantId.DEFAULT, null, null, null, 2_000))
        .items();
  }
}

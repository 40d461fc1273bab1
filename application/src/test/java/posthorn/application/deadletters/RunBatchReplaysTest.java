package posthorn.application.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.deadletters.ControlBatchReplay.Action;
import posthorn.application.deadletters.RunBatchReplays.Turn;
import posthorn.application.deadletters.StartBatchReplay.Command;
import posthorn.application.deadletters.StartBatchReplay.Result.Counted;
import posthorn.application.deadletters.StartBatchReplay.Result.Started;
import posthorn.application.deadletters.StartBatchReplay.Result.TooMany;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent.BatchProgress;
import posthorn.application.port.StoreException;
import posthorn.application.testing.Samples;
import posthorn.application.testing.TestEngine;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.BatchState;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.Priority;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Webhook;

/** Bulk replays, turn by turn, on a store in memory. */
class RunBatchReplaysTest {
  private static final DeadLetterFilter UNREPLAYED =
      new DeadLetterFilter(
          Set.of(), List.of(), Set.of(), Set.of(), new Details(null, null, null, null, false));
  private static final Answered ABORTED =
      new Answered(
          500, Map.of("webhook-delivery", "abort-message"), "no", "192.0.2.1", Duration.ZERO);

  private final TestEngine engine = TestEngine.inMemory();
  private final Samples samples = new Samples();
  private final List<String> rings = new ArrayList<>();
  private final Ids ids = new LateIds();
  private final StartBatchReplay startBatch =
      new StartBatchReplay(
          engine.stores.batchOperations(),
          engine.stores.deadLetters(),
          ids,
          engine.announced::add,
          () -> rings.add("ring"));
  private final ControlBatchReplay controlBatch =
      new ControlBatchReplay(
          engine.stores.batchOperations(), engine.announced::add, () -> rings.add("ring"));
  private RunBatchReplays run = newRun();
  private Webhook webhook;

  /** Ids that sort behind those of the engine. */
  private static final class LateIds implements Ids {
    private long last;

    @Override
    public String next(String prefix, Instant now) {
      last++;
      return IdForm.of(prefix, now, 1, last);
    }
  }

  @BeforeEach
  void aReceiverThatRefuses() {
    webhook = newWebhook();
    engine.sender.everyReceiver(_ -> ABORTED);
  }

  @Test
  void every_dead_letter_is_replayed_once_and_the_webhook_is_told_of() {
    List<Delivery> dead = die(25);
    BatchOperation operation = start(10, null);
    assertThat(operation.run().matched()).isEqualTo(25);
    assertThat(rings).hasSize(1);

    engine.sender.everyReceiverAnswers(200);
    runFor(Duration.ofSeconds(3));

    BatchOperation completed = find(operation);
    assertThat(completed.state()).isInstanceOf(BatchState.Completed.class);
    assertThat(completed.run().replayed()).isEqualTo(25);
    assertThat(completed.remaining()).isZero();
    assertThat(replays())
        .hasSize(25)
        .allSatisfy(replay -> assertThat(replay.state().wireName()).isEqualTo("delivered"));
    assertReplayedOnce(dead);
  }

  @Test
  void a_replay_keeps_the_events_id_and_the_dead_letter_its_history() {
    Delivery dead = die(1).getFirst();
    start(10, null);
    engine.sender.everyReceiverAnswers(200);
    runFor(Duration.ofSeconds(1));

    assertThat(engine.sender.sent())
        .extracting(request -> request.headers().get("webhook-id"))
        .containsExactly(dead.event().value(), dead.event().value());
    assertThat(engine.reload(dead)).isEqualTo(dead);
    assertThat(engine.stores.deliveries().attemptsOf(dead.id())).hasSize(1);
  }

  @Test
  void the_rate_is_kept_and_nothing_leaves_at_the_start() {
    die(200);
    start(20, null);

    run.turn(engine.time.now());
    assertThat(replays()).isEmpty();
    for (int second = 1; second <= 5; second++) {
      runFor(Duration.ofSeconds(1));
      assertThat(replays()).hasSizeBetween(20 * second - 2, 20 * second + 2);
    }
  }

  @Test
  void after_a_pause_it_goes_on_where_it_was_without_a_burst() {
    List<Delivery> dead = die(40);
    BatchOperation operation = start(10, null);
    runFor(Duration.ofSeconds(1));
    control(operation, Action.PAUSE);
    int before = replays().size();

    assertThat(run.turn(engine.time.now()).next()).isEqualTo(Instant.MAX);
    engine.time.advance(Duration.ofHours(1));
    run.turn(engine.time.now());
    assertThat(replays()).hasSize(before);

    control(operation, Action.RESUME);
    run.turn(engine.time.now());
    assertThat(replays()).hasSize(before);
    runFor(Duration.ofSeconds(1));
    assertThat(replays()).hasSizeBetween(before + 8, before + 11);
    runFor(Duration.ofSeconds(4));
    assertThat(find(operation).isOver()).isTrue();
    assertReplayedOnce(dead);
  }

  @Test
  void what_is_cancelled_replays_nothing_more() {
    die(40);
    BatchOperation operation = start(10, null);
    runFor(Duration.ofSeconds(1));
    int before = replays().size();

    control(operation, Action.CANCEL);
    runFor(Duration.ofSeconds(1));

    assertThat(replays()).hasSize(before);
    assertThat(find(operation).state()).isInstanceOf(BatchState.Cancelled.class);
    assertThat(find(operation).remaining()).isEqualTo(40 - before);
  }

  @Test
  void whoever_takes_over_after_a_crash_repeats_nothing_and_skips_nothing() {
    List<Delivery> dead = die(100);
    BatchOperation operation = start(50, null);
    for (int crash = 0; crash < 3; crash++) {
      runFor(Duration.ofMillis(500));
      // All that was in memory is gone.
      run = newRun();
    }
    runFor(Duration.ofSeconds(2));

    assertThat(find(operation).run().replayed()).isEqualTo(100);
    assertReplayedOnce(dead);
  }

  @Test
  void what_dies_while_it_runs_is_outside() {
    die(5);
    BatchOperation operation = start(1, null);
    runFor(Duration.ofSeconds(2));
    die(5);
    // The receiver refuses the replays as well, so these are dead letters too.
    runFor(Duration.ofSeconds(10));

    assertThat(find(operation).state()).isInstanceOf(BatchState.Completed.class);
    assertThat(find(operation).run().replayed()).isEqualTo(5);
    assertThat(replays()).hasSize(5);
  }

  @Test
  void many_run_at_once_each_at_its_pace() {
    Webhook second = newWebhook();
    die(100);
    BatchOperation slow = start(plan(webhook, 5));
    BatchOperation fast = start(plan(second, 40));

    runFor(Duration.ofSeconds(2));

    assertThat(find(slow).run().replayed()).isBetween(9, 11);
    assertThat(find(fast).run().replayed()).isBetween(78, 82);
  }

  @Test
  void two_over_the_same_dead_letters_replay_each_once_between_them() {
    List<Delivery> dead = die(30);
    BatchOperation first = start(10, null);
    BatchOperation second = start(10, null);

    runFor(Duration.ofSeconds(5));

    assertReplayedOnce(dead);
    assertThat(find(first).totalReplayed() + find(second).totalReplayed()).isEqualTo(30);
    assertThat(find(first).isOver() && find(second).isOver()).isTrue();
  }

  @Test
  void one_that_is_scheduled_starts_at_its_time_over_what_is_dead_then() {
    die(2);
    Instant at = engine.time.now().plusSeconds(60);
    BatchOperation operation = start(new BatchPlan(UNREPLAYED, 10, null, at, null));
    assertThat(operation.state()).isEqualTo(new BatchState.Scheduled(at));
    assertThat(run.turn(engine.time.now()).next()).isEqualTo(at);
    die(1);

    engine.time.advanceTo(at);
    runFor(Duration.ofSeconds(1));

    assertThat(find(operation).run().matched()).isEqualTo(3);
    assertThat(find(operation).run().replayed()).isEqualTo(3);
  }

  @Test
  void one_that_recurs_replays_at_each_time_what_died_since() {
    die(3);
    BatchOperation operation =
        start(new BatchPlan(UNREPLAYED, 10, null, engine.time.now(), Duration.ofHours(1)));
    engine.sender.everyReceiverAnswers(200);
    Instant started = engine.time.now();
    runFor(Duration.ofSeconds(2));
    assertThat(find(operation).state())
        .isEqualTo(new BatchState.Scheduled(started.plus(Duration.ofHours(1))));

    engine.sender.everyReceiver(_ -> ABORTED);
    die(2);
    engine.sender.everyReceiverAnswers(200);
    engine.time.advanceTo(started.plus(Duration.ofHours(1)));
    runFor(Duration.ofSeconds(2));

    assertThat(find(operation).run().number()).isEqualTo(2);
    assertThat(find(operation).run().replayed()).isEqualTo(2);
    assertThat(find(operation).totalReplayed()).isEqualTo(5);
    assertThat(replays()).hasSize(5);
  }

  @Test
  void those_of_a_webhook_that_is_gone_cannot_be_replayed() {
    Webhook second = newWebhook();
    die(3);
    BatchOperation operation = start(10, null);
    engine.stores.webhooks().remove(second.id());

    runFor(Duration.ofSeconds(2));

    assertThat(find(operation).run().replayed()).isEqualTo(3);
    assertThat(find(operation).run().failed()).isEqualTo(3);
  }

  @Test
  void replays_have_the_priority_that_was_asked_for() {
    die(1);
    start(new BatchPlan(UNREPLAYED, 10, Priority.LOW, engine.time.now(), null));
    runFor(Duration.ofSeconds(1));

    assertThat(replays()).extracting(Delivery::priority).containsExactly(Priority.LOW);
  }

  @Test
  void progress_is_announced_once_a_second_and_at_each_change() {
    die(50);
    start(20, null);
    runFor(Duration.ofSeconds(5));

    List<BatchProgress> told =
        engine.announced.stream()
            .filter(BatchProgress.class::isInstance)
            .map(BatchProgress.class::cast)
            .toList();
    assertThat(told.size()).isBetween(4, 5);
    assertThat(told.getFirst().operation().state()).isInstanceOf(BatchState.Running.class);
    assertThat(told.getLast().operation().state()).isInstanceOf(BatchState.Completed.class);
    assertThat(told).allSatisfy(event -> assertThat(event.type()).isEqualTo("batch.progress"));
  }

  @Test
  void a_dry_run_counts_and_makes_nothing() {
    die(3);

    assertThat(startBatch.start(new Command(DEFAULT, plan(webhook, 10), true), engine.time.now()))
        .isEqualTo(new Counted(3));
    assertThat(engine.stores.batchOperations().unfinished(DEFAULT)).isZero();
    assertThat(rings).isEmpty();
  }

  @Test
  void a_tenant_has_only_so_many_that_are_not_over() {
    for (int i = 0; i < StartBatchReplay.MOST_UNFINISHED; i++) {
      start(1, engine.time.now().plusSeconds(60));
    }

    assertThat(startBatch.start(new Command(DEFAULT, plan(webhook, 10), false), engine.time.now()))
        .isEqualTo(new TooMany(StartBatchReplay.MOST_UNFINISHED));
  }

  @Test
  void one_that_cannot_be_served_does_not_hold_up_the_others() {
    die(4);
    BatchOperation operation = start(10, null);
    var failing =
        new RunBatchReplays(
            engine.stores.batchOperations(),
            engine.stores.deadLetters(),
            engine.stores.webhooks(),
            (_, _) -> {
              throw new StoreException("told so", null);
            },
            engine.dispatcher,
            engine.announced::add);
    failing.turn(engine.time.now());
    engine.time.advance(Duration.ofSeconds(1));

    Turn turn = failing.turn(engine.time.now());

    assertThat(turn.failures()).hasSize(1);
    assertThat(turn.next()).isEqualTo(engine.time.now().plusSeconds(1));
    assertThat(find(operation).run().replayed()).isZero();
  }

  private RunBatchReplays newRun() {
    return new RunBatchReplays(
        engine.stores.batchOperations(),
        engine.stores.deadLetters(),
        engine.stores.webhooks(),
        ids,
        engine.dispatcher,
        engine.announced::add);
  }

  /** A circuit would keep from being refused what is to be refused. */
  private Webhook newWebhook() {
    Flow flow = Flow.DEFAULT;
    Webhook made =
        samples.webhook(
            new Flow(
                flow.ordering(),
                flow.onHeadFailure(),
                null,
                null,
                new CircuitConfig(
                    false, 50, 10, Duration.ofMinutes(1), Duration.ofSeconds(30), 3, null)));
    engine.stores.webhooks().add(made);
    return made;
  }

  /** So many events die at each webhook; the dead letters, the newest first. */
  private List<Delivery> die(int count) {
    for (int i = 0; i < count; i++) {
      engine.publish("user.created", "{}");
    }
    for (int i = 0; i < 10_000 && engine.runDue() > 0; i++) {
      engine.time.advance(Duration.ofMillis(1));
    }
    engine.time.advance(Duration.ofMillis(1));
    return engine.stores.deliveries().list(new DeliveryQuery(DEFAULT, "dead", null, null, 10_000));
  }

  private BatchPlan plan(Webhook of, int rate) {
    var filter = DeadLetterFilter.unreplayedOf(of.id());
    return new BatchPlan(filter, rate, null, engine.time.now(), null);
  }

  private BatchOperation start(int rate, @Nullable Instant at) {
    return start(new BatchPlan(UNREPLAYED, rate, null, at == null ? engine.time.now() : at, null));
  }

  private BatchOperation start(BatchPlan plan) {
    return ((Started) startBatch.start(new Command(DEFAULT, plan, false), engine.time.now()))
        .operation();
  }

  private void control(BatchOperation operation, Action action) {
    assertThat(controlBatch.control(DEFAULT, operation.id(), action, engine.time.now()))
        .isInstanceOf(ControlBatchReplay.Result.Done.class);
  }

  private BatchOperation find(BatchOperation operation) {
    return engine.stores.batchOperations().find(DEFAULT, operation.id()).orElseThrow();
  }

  /** Turn by turn, whenever the next is due. */
  private void runFor(Duration length) {
    Instant end = engine.time.now().plus(length);
    while (engine.time.now().isBefore(end)) {
      Turn turn = run.turn(engine.time.now());
      assertThat(turn.failures()).isEmpty();
      engine.runDue();
      engine.time.advanceTo(turn.next().isAfter(end) ? end : turn.next());
    }
  }

  private List<Delivery> replays() {
    return engine
        .stores
        .deliveries()
        .list(new DeliveryQuery(DEFAULT, null, null, null, 10_000))
        .stream()
        .filter(delivery -> delivery.replayOf() != null)
        .toList();
  }

  private void assertReplayedOnce(List<Delivery> dead) {
    List<DeliveryId> originals = dead.stream().map(Delivery::id).toList();
    assertThat(replays())
        .extracting(Delivery::replayOf)
        .containsExactlyInAnyOrderElementsOf(originals);
  }
}

package posthorn.bootstrap.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import posthorn.application.deadletters.RunBatchReplays;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.BatchProgress;
import posthorn.application.port.StoreException;
import posthorn.application.testing.TestEngine;
import posthorn.bootstrap.vital.Deaths;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.id.IdForm;

/** About a thread, so with one: every wait is for a signal, with a deadline. */
class ReplayLoopTest {
  private static final long DEADLINE_SECONDS = 60;

  private final TestEngine engine = TestEngine.inMemory();
  private final BatchOperations operations = engine.stores.batchOperations();
  private final CountDownLatch completed = new CountDownLatch(1);
  private volatile boolean broken;
  private final Deaths deaths = new Deaths();
  private final ReplayLoop.Bell bell = new ReplayLoop.Bell();

  /** It goes on by a second at each look, so that nobody has to wait for it. */
  private final AtomicInteger seconds = new AtomicInteger();

  private final InstantSource clock =
      () -> {
        if (broken) {
          throw new OutOfMemoryError("told so");
        }
        return engine.time.now().plusSeconds(seconds.incrementAndGet());
      };

  @Test
  void what_is_there_at_the_start_is_run() throws InterruptedException {
    operations.add(planned());
    ReplayLoop loop = loop(0);

    loop.start();
    assertThat(completed.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    loop.stop();
  }

  @Test
  void what_comes_later_is_run_at_a_ring() throws InterruptedException {
    ReplayLoop loop = loop(0);
    loop.start();

    operations.add(planned());
    bell.ring();
    assertThat(completed.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    loop.stop();
  }

  @Test
  void what_failed_is_tried_again() throws InterruptedException {
    operations.add(planned());
    ReplayLoop loop = loop(2);

    loop.start();
    assertThat(completed.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    loop.stop();
  }

  @Test
  void a_stop_does_not_wait_for_the_next_time() throws InterruptedException {
    ReplayLoop loop = loop(0);

    loop.start();
    loop.stop();

    assertThat(completed.getCount()).isEqualTo(1);
  }

  @Test
  void an_error_ends_the_process_and_not_only_the_loop() throws Exception {
    broken = true;
    ReplayLoop loop = loop(0);

    loop.start();

    deaths.assertThatItEndedFor("the thread replay");
  }

  private BatchOperation planned() {
    Instant now = engine.time.now();
    var filter =
        new DeadLetterFilter(
            Set.of(), List.of(), Set.of(), Set.of(), new Details(null, null, null, null, false));
    return BatchOperation.planned(
        new BatchOperationId(IdForm.first(BatchOperationId.PREFIX, now)),
        DEFAULT,
        new BatchPlan(filter, 10, null, now.plus(Duration.ofSeconds(1)), null),
        0,
        now);
  }

  /** One whose first so many looks for ids fail. */
  private ReplayLoop loop(int failures) {
    var tries = new AtomicInteger();
    var run =
        new RunBatchReplays(
            operations,
            engine.stores.deadLetters(),
            engine.stores.webhooks(),
            (prefix, now) -> {
              if (tries.incrementAndGet() <= failures) {
                throw new StoreException("told so", null);
              }
              return IdForm.first(prefix, now);
            },
            engine.dispatcher,
            this::heard);
    return new ReplayLoop(run, clock, bell, deaths.threads());
  }

  private void heard(OperatorEvent event) {
    if (event instanceof BatchProgress progress && progress.operation().isOver()) {
      completed.countDown();
    }
  }
}

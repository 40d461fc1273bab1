package posthorn.bootstrap.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.domain.tenant.TenantId.DEFAULT;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Archive;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.StoreException;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruningRecord;
import posthorn.application.retention.RetentionPolicy;
import posthorn.application.retention.Retentions;
import posthorn.application.testing.Samples;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestClockTrust;
import posthorn.application.testing.TestTime;
import posthorn.bootstrap.vital.Deaths;

/** About a thread, so with one: every wait is for a signal, with a deadline. */
class RetentionLoopTest {
  private static final Duration A_DAY = Duration.ofDays(1);
  private static final Instant LATER = TestTime.START.plus(A_DAY).plusMillis(1);
  private static final Pace AT_ONCE = new Pace(Duration.ZERO, Duration.ZERO, Duration.ZERO);
  private static final long DEADLINE_SECONDS = 60;

  private final Stores stores = Stores.inMemory();
  private final Deaths deaths = new Deaths();
  private final CountDownLatch archived = new CountDownLatch(1);

  @BeforeEach
  void anOldEvent() {
    var event = new Samples().event(DEFAULT, null, TestTime.START);
    stores.events().accept(List.of(new Publication(event, List.of())), TestTime.START);
  }

  @Test
  void what_is_old_is_removed_after_the_start() throws InterruptedException {
    RetentionLoop loop = loop((_, _) -> archived.countDown(), AT_ONCE);

    loop.start();
    assertThat(archived.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    loop.stop();

    assertThat(oldEvents()).isZero();
  }

  @Test
  void what_failed_is_tried_again() throws InterruptedException {
    var failures = new AtomicInteger();
    RetentionLoop loop =
        loop(
            (_, _) -> {
              if (failures.incrementAndGet() < 3) {
                throw new StoreException("told so", null);
              }
              archived.countDown();
            },
            AT_ONCE);

    loop.start();
    assertThat(archived.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    loop.stop();

    assertThat(oldEvents()).isZero();
  }

  @Test
  void a_stop_does_not_wait_for_the_next_time() throws InterruptedException {
    RetentionLoop loop =
        loop((_, _) -> archived.countDown(), new Pace(A_DAY, A_DAY, Duration.ZERO));

    loop.start();
    loop.stop();

    assertThat(oldEvents()).isEqualTo(1);
  }

  @Test
  void who_rings_need_not_wait_for_the_next_time() throws InterruptedException {
    RetentionLoop loop =
        loop((_, _) -> archived.countDown(), new Pace(A_DAY, A_DAY, Duration.ZERO));

    loop.start();
    loop.ring();
    assertThat(archived.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    loop.stop();

    assertThat(oldEvents()).isZero();
  }

  @Test
  void an_error_ends_the_process_and_not_only_the_loop() throws Exception {
    RetentionLoop loop =
        loop(
            (_, _) -> {
              throw new OutOfMemoryError("told so");
            },
            AT_ONCE);

    loop.start();

    deaths.assertThatItEndedFor("the thread retention");
  }

  private RetentionLoop loop(Archive archive, Pace pace) {
    var policy = new RetentionPolicy(A_DAY, A_DAY, A_DAY);
    return new RetentionLoop(
        new PruneHistory(
            stores.history(),
            archive,
            new Retentions(policy, A_DAY, stores.tenants()),
            new PruningRecord(),
            new TestClockTrust()),
        InstantSource.fixed(LATER),
        pace,
        deaths.threads());
  }

  private int oldEvents() {
    return stores.history().events(_ -> LATER).page(null, 10).entries().size();
  }
}

package posthorn.bootstrap.vital;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.health.Health.Kind;
import posthorn.application.health.Health.Trouble;
import posthorn.application.port.Heartbeat;

/** The clock is moved by hand; the threads do what they are told one by one. */
class WatchedThreadsTest {
  private static final Instant NOW = Instant.parse("2026-11-19T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Deaths deaths = new Deaths();
  private final SynchronousQueue<Consumer<Heartbeat>> orders = new SynchronousQueue<>();
  private volatile boolean stopped;

  @Test
  void any_error_that_leaves_a_vital_thread_ends_the_process() throws Exception {
    Thread thread =
        deaths.threads.create(
            "sqlite-writer",
            PATIENCE,
            _ -> {
              throw new AssertionError("a bug");
            });
    thread.start();

    deaths.assertThatItEndedFor("the thread sqlite-writer, which the server cannot do without,");
    thread.join();
    assertThat(deaths.threads.troubles(NOW))
        .containsExactly(new Trouble("sqlite-writer", Kind.ENDED, NOW));
  }

  @Test
  void a_thread_that_ends_as_it_was_told_to_ends_nothing() throws Exception {
    Thread thread = deaths.threads.create("dispatch", PATIENCE, this::obey);
    thread.start();
    stop(thread);

    assertThat(deaths.isNone()).isTrue();
    pass(Duration.ofSeconds(3));
    assertThat(deaths.threads.troubles(NOW))
        .containsExactly(new Trouble("dispatch", Kind.ENDED, NOW.minusSeconds(3)));
  }

  @Test
  void a_thread_that_does_not_come_further_is_stuck_until_it_does() throws Exception {
    Thread thread = deaths.threads.create("dispatch", PATIENCE, this::obey);
    assertThat(deaths.threads.troubles(NOW)).as("before its start").isEmpty();
    thread.start();
    tell(Heartbeat::beat);

    pass(PATIENCE);
    assertThat(deaths.threads.troubles(NOW)).isEmpty();
    pass(Duration.ofSeconds(1));
    assertThat(deaths.threads.troubles(NOW))
        .containsExactly(new Trouble("dispatch", Kind.STUCK, NOW.minusSeconds(61)));

    tell(Heartbeat::beat);
    assertThat(deaths.threads.troubles(NOW)).isEmpty();
    stop(thread);
  }

  @Test
  void a_thread_that_waits_is_not_stuck_before_its_wait_is_long_over() throws Exception {
    Thread thread = deaths.threads.create("replay", PATIENCE, this::obey);
    thread.start();
    tell(heartbeat -> heartbeat.rest(Duration.ofMinutes(5)));

    pass(Duration.ofMinutes(6));
    assertThat(deaths.threads.troubles(NOW)).isEmpty();
    pass(Duration.ofSeconds(1));
    assertThat(deaths.threads.troubles(NOW)).hasSize(1);
    stop(thread);
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, NoClassDefFoundError.class, InternalError.class})
  void some_errors_end_the_process_wherever_they_are_met(Class<? extends Error> kind)
      throws Exception {
    Error error = kind.getDeclaredConstructor().newInstance();
    deaths.lastResort.uncaughtException(Thread.currentThread(), error);

    deaths.assertThatItEndedFor("an error leaves the server half dead");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {StackOverflowError.class, AssertionError.class, IllegalStateException.class})
  void most_are_the_matter_of_who_met_them(Class<? extends Throwable> kind) throws Exception {
    Throwable failure = kind.getDeclaredConstructor().newInstance();
    deaths.lastResort.uncaughtException(Thread.currentThread(), failure);

    assertThat(deaths.isNone()).isTrue();
  }

  private void obey(Heartbeat heartbeat) {
    try {
      while (!stopped) {
        orders.take().accept(heartbeat);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns when the thread has done it. */
  private void tell(Consumer<Heartbeat> order) throws InterruptedException {
    var done = new CountDownLatch(1);
    orders.put(heartbeat -> {
      order.accept(heartbeat);
      done.countDown();
    });
    done.await();
  }

  private void stop(Thread thread) throws InterruptedException {
    tell(_ -> stopped = true);
    thread.join();
  }

  private void pass(Duration time) {
    deaths.nanos.addAndGet(time.toNanos());
  }
}

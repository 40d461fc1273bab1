package posthorn.bootstrap.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.ClaimDueDeliveries;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.WebhookSender;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.TestTime;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.tenant.TenantId;

/** About threads, so with threads: every wait is for a signal, with a deadline. */
class DispatchLoopTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int PUBLISHED = 12;

  private final TestEngine engine = TestEngine.inMemory();
  private InstantSource clock = InstantSource.fixed(TestTime.START);
  private final Bell bell = new Bell();

  @Test
  void what_was_there_at_the_start_and_what_a_ring_announces_is_delivered() throws Exception {
    var sent = new CountDownLatch(2 * PUBLISHED);
    DispatchLoop loop = loop(countingDown(sent), new Rhythm.Push(engine.stores.deliveries()), 3);
    publish(PUBLISHED);
    loop.start();
    publish(PUBLISHED);
    bell.ring();

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
    assertThat(countOf("delivered")).isEqualTo(2 * PUBLISHED);
  }

  @Test
  void no_more_are_under_way_than_there_is_room_for() throws Exception {
    var started = new CountDownLatch(3);
    var gate = new CountDownLatch(1);
    DispatchLoop loop =
        loop(blockedBy(gate, started), new Rhythm.Push(engine.stores.deliveries()), 3);
    publish(PUBLISHED);
    loop.start();

    assertThat(started.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(countOf("in_flight")).isEqualTo(3);
    gate.countDown();
    assertThat(loop.stop(DEADLINE)).isTrue();
  }

  @Test
  void a_stop_that_takes_too_long_says_so() throws Exception {
    var started = new CountDownLatch(1);
    var gate = new CountDownLatch(1);
    DispatchLoop loop =
        loop(blockedBy(gate, started), new Rhythm.Push(engine.stores.deliveries()), 1);
    publish(1);
    loop.start();
    assertThat(started.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    assertThat(loop.stop(Duration.ofMillis(1))).isFalse();
    gate.countDown();
  }

  @Test
  void a_sender_that_throws_does_not_end_the_loop() throws Exception {
    var sent = new CountDownLatch(PUBLISHED);
    WebhookSender broken =
        request -> {
          sent.countDown();
          throw new IllegalStateException("a bug, for " + request.url());
        };
    DispatchLoop loop = loop(broken, new Rhythm.Push(engine.stores.deliveries()), 2);
    publish(PUBLISHED);
    loop.start();

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
  }

  @Test
  void whatever_goes_wrong_with_a_claim_the_loop_goes_on() throws Exception {
    var broken = new AtomicBoolean(true);
    clock =
        () -> {
          if (broken.getAndSet(false)) {
            throw new IllegalStateException("a bug");
          }
          return TestTime.START;
        };
    var sent = new CountDownLatch(1);
    DispatchLoop loop = loop(countingDown(sent), new Rhythm.Push(engine.stores.deliveries()), 1);
    publish(1);
    loop.start();
    bell.ring();

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
  }

  @Test
  void a_poll_takes_its_batch_and_leaves_the_rest_untouched() throws Exception {
    var sent = new CountDownLatch(5);
    DispatchLoop loop = loop(countingDown(sent), new Rhythm.Poll(Duration.ofHours(1), 5), 100);
    publish(PUBLISHED);
    loop.start();

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
    assertThat(countOf("delivered")).isEqualTo(5);
    assertThat(countOf("pending")).isEqualTo(7);
  }

  @Test
  void push_waits_until_the_next_is_due_but_never_too_short_or_too_long() {
    var push = new Rhythm.Push(engine.stores.deliveries());
    assertThat(push.pause(true, TestTime.START)).isZero();
    assertThat(push.pause(false, TestTime.START)).isEqualTo(Duration.ofSeconds(5));
    publish(1);
    assertThat(push.pause(false, TestTime.START.minusSeconds(2))).isEqualTo(Duration.ofSeconds(2));
    assertThat(push.pause(false, TestTime.START.minusSeconds(9))).isEqualTo(Duration.ofSeconds(5));
    assertThat(push.pause(false, TestTime.START.plusSeconds(1))).isEqualTo(Duration.ofMillis(1));
  }

  private DispatchLoop loop(WebhookSender sender, Rhythm rhythm, int room) {
    var ids = new SequentialIds();
    var attempt =
        new AttemptDelivery(
            engine.stores.deliveries(),
            sender,
            _ -> {},
            ids,
            RetryPreset.GATEWAY.policy(),
            TestEngine.TIMEOUT);
    return new DispatchLoop(
        new ClaimDueDeliveries(engine.stores.deliveries(), ids, "node", TestEngine.LEASE),
        new Attempts(attempt, clock, () -> 0, room),
        rhythm,
        bell,
        clock);
  }

  private void publish(int count) {
    if (engine.stores.webhooks().of(TenantId.DEFAULT).isEmpty()) {
      engine.stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "*"));
    }
    for (int i = 0; i < count; i++) {
      engine.publish("user.created", "{}");
    }
  }

  private int countOf(String status) {
    return engine
        .stores
        .deliveries()
        .list(new DeliveryQuery(TenantId.DEFAULT, status, null, null, 1_000))
        .size();
  }

  /** Answers 200 and counts; not the scripted one, which is for one thread. */
  private static WebhookSender countingDown(CountDownLatch latch) {
    return request -> {
      latch.countDown();
      return new ScriptedSender().send(request);
    };
  }

  /** Says that it has started, and answers when the gate opens. */
  private static WebhookSender blockedBy(CountDownLatch gate, CountDownLatch started) {
    return request -> {
      started.countDown();
      awaitUninterruptibly(gate);
      return new ScriptedSender().send(request);
    };
  }

  private static void awaitUninterruptibly(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

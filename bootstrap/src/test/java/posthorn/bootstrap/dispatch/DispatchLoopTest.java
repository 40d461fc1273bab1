package posthorn.bootstrap.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.BeginAttempt;
import posthorn.application.dispatch.DispatchSettings;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.dispatch.Gates;
import posthorn.application.dispatch.PlaceShares;
import posthorn.application.dispatch.SettleAttempt;
import posthorn.application.policy.Policies;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DispatchBell;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.Recall;
import posthorn.application.port.WebhookRequest;
import posthorn.application.port.WebhookSender;
import posthorn.application.publish.Admission;
import posthorn.application.publish.Drafts;
import posthorn.application.publish.PublishEvent;
import posthorn.application.publish.TypeRules;
import posthorn.application.quota.DiskReserve;
import posthorn.application.quota.EventQuota;
import posthorn.application.quota.StorageRoom;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.testing.NoSchemas;
import posthorn.application.testing.Samples;
import posthorn.application.testing.ScriptedSender;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestClockTrust;
import posthorn.application.testing.TestEngine;
import posthorn.application.testing.TestTime;
import posthorn.application.testing.WorkAtOnce;
import posthorn.bootstrap.vital.Deaths;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookPolicy;

/** About threads, so with threads: every wait is for a signal, with a deadline. */
class DispatchLoopTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int PUBLISHED = 12;

  private final Stores stores = Stores.inMemory();
  private final SequentialIds ids = new SequentialIds();
  private InstantSource clock = InstantSource.fixed(TestTime.START);
  private final Bell bell = new Bell();
  private final Deaths deaths = new Deaths();
  private boolean handsOver;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_was_there_at_the_start_and_what_comes_after_is_delivered(boolean straight)
      throws Exception {
    handsOver = straight;
    var sent = new CountDownLatch(2 * PUBLISHED);
    Running loop = loop(countingDown(sent), new Rhythm.Push(), 3);
    loop.publish(PUBLISHED);
    loop.start();
    loop.publish(PUBLISHED);

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
    assertThat(countOf("delivered")).isEqualTo(2 * PUBLISHED);
  }

  @Test
  void a_stop_that_takes_too_long_says_so() throws Exception {
    var started = new CountDownLatch(1);
    var gate = new CountDownLatch(1);
    Running loop = loop(blockedBy(gate, started), new Rhythm.Push(), 1);
    loop.publish(1);
    loop.start();
    assertThat(started.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    assertThat(loop.stop(Duration.ofMillis(1))).isFalse();
    gate.countDown();
  }

  @Test
  void a_stop_starts_nothing_more_and_what_was_held_can_be_taken_again() throws Exception {
    var started = new CountDownLatch(2);
    var gate = new CountDownLatch(1);
    Running loop = loop(blockedBy(gate, started), new Rhythm.Push(), 2);
    loop.publish(PUBLISHED);
    loop.start();
    assertThat(started.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    assertThat(loop.stop(Duration.ofMillis(1))).isFalse();
    gate.countDown();
    await().atMost(DEADLINE).until(() -> countOf("delivered") == 2);
    stores.dueDeliveries().releaseAllHeldBy("node");
    assertThat(countOf("pending")).isEqualTo(PUBLISHED - 2);
  }

  @Test
  void one_exception_does_not_abort_the_batch() throws Exception {
    var sent = new CountDownLatch(PUBLISHED);
    WebhookSender broken =
        new ConcurrentSender((request, _) -> {
          sent.countDown();
          throw new IllegalStateException("a bug, for " + request.url());
        });
    Running loop = loop(broken, new Rhythm.Push(), 2);
    loop.publish(PUBLISHED);
    loop.start();

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
  }

  @Test
  void whatever_goes_wrong_with_a_look_the_loop_goes_on() throws Exception {
    var broken = new AtomicBoolean();
    clock =
        () -> {
          if (broken.getAndSet(false)) {
            throw new IllegalStateException("a bug");
          }
          return TestTime.START;
        };
    var sent = new CountDownLatch(1);
    Running loop = loop(countingDown(sent), new Rhythm.Push(), 1);
    loop.start();
    broken.set(true);
    bell.ring();
    await().atMost(DEADLINE).until(() -> !broken.get());
    loop.publish(1);

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
  }

  @Test
  void an_error_ends_the_process_and_not_only_the_loop() throws Exception {
    var broken = new AtomicBoolean();
    clock =
        () -> {
          if (broken.get()) {
            throw new OutOfMemoryError("told so");
          }
          return TestTime.START;
        };
    Running loop = loop(new ScriptedSender(), new Rhythm.Push(), 1);
    loop.start();
    broken.set(true);
    bell.ring();

    deaths.assertThatItEndedFor("the thread dispatch");
  }

  /** UC-0270: with 12 due and a batch of 5, exactly 5 requests are made and 7 rows untouched. */
  @Test
  void a_poll_takes_its_batch_and_leaves_the_rest_untouched() throws Exception {
    var sent = new CountDownLatch(5);
    Running loop = loop(countingDown(sent), new Rhythm.Poll(Duration.ofHours(1), 5), 100, () -> {});
    loop.publish(PUBLISHED);
    List<Delivery> before = listOf(null);
    loop.start();

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
    assertThat(countOf("delivered")).isEqualTo(5);
    assertThat(listOf("pending")).hasSize(7).isSubsetOf(before);
  }

  @Test
  void a_poll_may_take_more_of_a_webhook_than_go_there_at_once() throws Exception {
    var sent = new CountDownLatch(10);
    Running loop = loop(countingDown(sent), new Rhythm.Poll(Duration.ofHours(1), 10), 3, () -> {});
    loop.publish(PUBLISHED);
    loop.start();

    assertThat(sent.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(loop.stop(DEADLINE)).isTrue();
    assertThat(countOf("delivered")).isEqualTo(10);
    assertThat(countOf("pending")).isEqualTo(2);
  }

  @Test
  void push_waits_until_the_next_is_due_but_never_too_long() {
    var push = new Rhythm.Push();
    Instant now = TestTime.START;
    assertThat(push.pause(now, now)).isZero();
    assertThat(push.pause(now.minusSeconds(1), now)).isZero();
    assertThat(push.pause(now.plusSeconds(2), now)).isEqualTo(Duration.ofSeconds(2));
    assertThat(push.pause(now.plusSeconds(9), now)).isEqualTo(Duration.ofSeconds(5));
    assertThat(push.pause(Instant.MAX, now)).isEqualTo(Duration.ofSeconds(5));
  }

  private Running loop(WebhookSender sender, Rhythm rhythm, int room) {
    return loop(sender, rhythm, room, bell);
  }

  private Running loop(WebhookSender sender, Rhythm rhythm, int room, DispatchBell dispatchBell) {
    var policies =
        new Policies(stores.tenants(), WebhookPolicy.ofServer(RetryPreset.GATEWAY, room), room);
    DueDeliveries due = stores.dueDeliveries();
    var gates = new Gates(stores.circuits(), _ -> {}, Ramp.OFF, null);
    int pollBatch = rhythm instanceof Rhythm.Poll poll ? poll.batch() : handsOver ? 0 : 5;
    var places = new PlaceShares(100, 20, 100);
    var settings =
        new DispatchSettings("node", TestEngine.LEASE, room, Map.of(), places, pollBatch, 64 << 20);
    var dispatcher =
        new Dispatcher(due, stores.webhooks(), gates, ids, settings, policies, dispatchBell);
    var quotas = new TenantQuotas(stores.tenants(), new TenantQuotas.Defaults(1, 1, 1, 256 * 1024));
    var publishEvent =
        new PublishEvent(
            stores.events(),
            new Admission(
                new TypeRules(stores.eventTypes(), new NoSchemas(), new WorkAtOnce(), () -> 0),
                new EventQuota(stores.tenants()),
                new StorageRoom(_ -> 0, quotas, new DiskReserve(() -> 1, 0, (_, _) -> {}))),
            new Drafts(stores.webhooks(), ids, dispatcher, policies),
            quotas);
    var attempt =
        new AttemptDelivery(
            new BeginAttempt(
                due,
                stores.webhooks(),
                gates,
                _ -> {},
                policies,
                TestEngine.TIMEOUT,
                new TestClockTrust()),
            sender,
            new SettleAttempt(
                due, stores.webhooks(), gates, _ -> {}, ids, policies, new TestClockTrust()),
            dispatcher);
    return new Running(
        new DispatchLoop(
            dispatcher,
            new Attempts(attempt, clock, () -> 0),
            rhythm,
            bell,
            clock,
            deaths.threads()),
        publishEvent,
        stores);
  }

  private record Running(DispatchLoop loop, PublishEvent publishEvent, Stores stores) {
    void start() {
      loop.start();
    }

    boolean stop(Duration within) throws InterruptedException {
      return loop.stop(within);
    }

    void publish(int count) {
      if (stores.webhooks().of(TenantId.DEFAULT).isEmpty()) {
        stores.webhooks().add(new Samples().webhook(TenantId.DEFAULT, "*"));
      }
      for (int i = 0; i < count; i++) {
        publishEvent.publish(
            new PublishEvent.Command(
                TenantId.DEFAULT,
                new EventType("user.created"),
                JsonBytes.of("{}"),
                null,
                null,
                null,
                null,
                Priority.NORMAL,
                null,
                null),
            TestTime.START);
      }
    }
  }

  private int countOf(String status) {
    return listOf(status).size();
  }

  private List<Delivery> listOf(@Nullable String status) {
    return stores.deliveries().list(new DeliveryQuery(TenantId.DEFAULT, status, null, null, 1_000));
  }

  /** Does what the test says, on many threads, and adds no headers. */
  private record ConcurrentSender(BiFunction<WebhookRequest, Recall, AttemptOutcome> behaviour)
      implements WebhookSender {
    @Override
    public AttemptOutcome send(WebhookRequest request, Recall recall) {
      return behaviour.apply(request, recall);
    }

    @Override
    public Map<String, String> headersOf(WebhookRequest request) {
      return request.headers();
    }
  }

  /** Answers 200 and counts; not the scripted one, which is for one thread. */
  private static WebhookSender countingDown(CountDownLatch latch) {
    return new ConcurrentSender((request, recall) -> {
      latch.countDown();
      return new ScriptedSender().send(request, recall);
    });
  }

  /** Says that it has started, and answers when the gate opens. */
  private static WebhookSender blockedBy(CountDownLatch gate, CountDownLatch started) {
    return new ConcurrentSender((request, recall) -> {
      started.countDown();
      awaitUninterruptibly(gate);
      return new ScriptedSender().send(request, recall);
    });
  }

  private static void awaitUninterruptibly(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

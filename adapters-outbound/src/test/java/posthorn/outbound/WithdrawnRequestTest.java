package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static posthorn.outbound.Senders.LONG;
import static posthorn.outbound.Senders.request;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Withdrawn;
import posthorn.domain.retry.AttemptOutcome.Withdrawn.Cause;
import posthorn.outbound.PooledWebhookSender.Settings;
import posthorn.receiver.Behaviour;
import posthorn.receiver.LoopbackReceiver;
import posthorn.receiver.Mischief;

/** Requests that are not made after all, or are taken back. */
class WithdrawnRequestTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    threads.close();
  }

  @Test
  void a_request_under_way_is_cut_off_when_it_is_recalled() throws Exception {
    try (var receiver = new LoopbackReceiver(Mischief.stall());
        var sender = Senders.toLoopback()) {
      var recall = new CompletableFuture<Runnable>();
      Future<AttemptOutcome> outcome =
          threads.submit(
              () -> sender.send(request(urlOf(receiver), LONG), action -> recall.complete(action)));
      await().atMost(LONG).until(() -> receiver.requests().size() == 1);

      recall.get(LONG.toSeconds(), TimeUnit.SECONDS).run();

      assertThat(outcome.get(LONG.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              Withdrawn.class,
              withdrawn -> assertThat(withdrawn.cause()).isEqualTo(Cause.RECALLED));
      assertThat(receiver.awaitNoConnection(LONG)).isTrue();
    }
  }

  @Test
  void nothing_leaves_of_a_request_that_was_recalled_before() throws Exception {
    try (var receiver = new LoopbackReceiver(Behaviour.answer(200));
        var sender = Senders.toLoopback()) {
      assertThat(sender.send(request(urlOf(receiver), LONG), Runnable::run))
          .isInstanceOf(Withdrawn.class);
      assertThat(receiver.connections()).isZero();
    }
  }

  @Test
  void an_answer_that_is_there_counts() throws Exception {
    try (var receiver = new LoopbackReceiver(Behaviour.answer(200));
        var sender = Senders.toLoopback()) {
      var recall = new CompletableFuture<Runnable>();
      AttemptOutcome outcome =
          sender.send(request(urlOf(receiver), LONG), action -> recall.complete(action));

      recall.get().run();

      assertThat(outcome).isInstanceOf(Answered.class);
    }
  }

  @Test
  void a_request_that_finds_no_connection_is_not_made() throws Exception {
    var settings = new Settings("Posthorn/test", 1, Duration.ofSeconds(10), 1024, List.of(), null);
    try (var receiver = new LoopbackReceiver(Mischief.stall());
        var sender = new PooledWebhookSender(Senders.LOOPBACK, settings)) {
      var recall = new CompletableFuture<Runnable>();
      Future<AttemptOutcome> first =
          threads.submit(
              () -> sender.send(request(urlOf(receiver), LONG), action -> recall.complete(action)));
      await().atMost(LONG).until(() -> receiver.requests().size() == 1);

      assertThat(sender.send(request(urlOf(receiver), SHORT)))
          .isInstanceOfSatisfying(
              Withdrawn.class,
              withdrawn -> assertThat(withdrawn.cause()).isEqualTo(Cause.NO_CONNECTION));
      assertThat(receiver.requests()).hasSize(1);
      recall.get().run();
      assertThat(first.get()).isInstanceOf(Withdrawn.class);
    }
  }

  private static String urlOf(LoopbackReceiver receiver) {
    return "http://127.0.0.1:" + receiver.port() + "/hook";
  }
}

package posthorn.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static posthorn.outbound.Senders.request;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.outbound.PooledWebhookSender.Settings;
import posthorn.receiver.Behaviour;
import posthorn.receiver.LoopbackReceiver;
import posthorn.receiver.Mischief;

/** A receiver that is bad day and night costs what it costs in the first hour. */
class ManyBadAnswersTest {
  private static final List<Behaviour> BAD =
      List.of(
          Behaviour.answer(500),
          Behaviour.answer(404),
          Behaviour.redirect(302, "http://10.0.0.1/"),
          Behaviour.tooManyRequests(Duration.ofMinutes(1)),
          Mischief.endlessBody(500),
          Mischief.endlessHeader(),
          Mischief.endlessHead(),
          Mischief.resetBeforeAnswer(),
          Mischief.resetInHead(),
          Mischief.resetInBody(503),
          Mischief.closeWithoutAnswer(),
          Mischief.closeInStatusLine(),
          Mischief.closeInBody(500),
          Mischief.malformedStatusLine(),
          Mischief.malformedHeader(),
          Mischief.malformedLength(),
          Mischief.garbage());

  private static final int AT_ONCE = 64;
  private static final int WARM_UP = 2_000;
  private static final int MANY = 10_000;
  private static final long GROWTH = 8L * 1024 * 1024;
  private static final Duration SOON = Duration.ofSeconds(20);

  private final AtomicInteger turns = new AtomicInteger();

  @Test
  void ten_thousand_bad_answers_leave_nothing_behind() throws Exception {
    var settings =
        new Settings("Posthorn/test", AT_ONCE, Duration.ofSeconds(10), 1024, List.of(), null);
    var server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    try (var receiver =
        new LoopbackReceiver(server, _ -> BAD.get(turns.getAndIncrement() % BAD.size()))) {
      try (var sender = new PooledWebhookSender(Senders.LOOPBACK, settings)) {
        // What is loaded, compiled and pooled once is not what would grow.
        send(WARM_UP, sender, receiver);
        Use before = Use.now();

        send(MANY, sender, receiver);

        assertThat(turns.get()).isEqualTo(WARM_UP + MANY);
        Awaitility.await().atMost(SOON).until(() -> sender.leasedConnections() == 0);
        assertThat(receiver.openConnections()).isLessThanOrEqualTo(AT_ONCE);
        // Asked more than once: what the collector and idle threads still hold is let go in time.
        Awaitility.await().atMost(SOON).untilAsserted(() -> Use.now().assertNoMoreThan(before));
      }
      assertThat(receiver.awaitNoConnection(SOON)).isTrue();
    }
  }

  /** Sends so many, each of which has to fail. */
  private static void send(int count, PooledWebhookSender sender, LoopbackReceiver receiver)
      throws Exception {
    String url = "http://127.0.0.1:" + receiver.port() + "/";
    var left = new AtomicInteger(count);
    Callable<Void> sending =
        () -> {
          while (left.getAndDecrement() > 0) {
            AttemptOutcome outcome = sender.send(request(url));
            assertThat(outcome instanceof Answered answered && answered.accepted())
                .as(outcome.toString())
                .isFalse();
          }
          return null;
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> sent :
          threads.invokeAll(IntStream.range(0, AT_ONCE).mapToObj(_ -> sending).toList())) {
        sent.get();
      }
    }
  }

  /**
   * What is in use.
   *
   * @param heap bytes after a collection
   * @param direct bytes of buffers outside the heap
   * @param threads of the platform
   */
  private record Use(long heap, long direct, int threads) {
    /** Threads that Java itself starts and ends as it likes: carriers, compilers. */
    private static final int OTHERS = 8;

    static Use now() {
      System.gc();
      return new Use(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .collect(Collectors.summingLong(BufferPoolMXBean::getMemoryUsed)),
          ManagementFactory.getThreadMXBean().getThreadCount());
    }

    void assertNoMoreThan(Use before) {
      assertThat(heap).isLessThan(before.heap + GROWTH);
      assertThat(direct).isLessThan(before.direct + GROWTH);
      assertThat(threads).isLessThanOrEqualTo(before.threads + OTHERS);
    }
  }
}

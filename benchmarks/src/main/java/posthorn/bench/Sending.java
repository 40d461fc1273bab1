package posthorn.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Events being published, by several connections that take the next numbers in turn. At a given
 * rate a request carries the time at which it should have left, so that one held up by a slow
 * answer before it counts as late.
 */
final class Sending implements AutoCloseable {
  static final Duration LOOK_INTERVAL = Duration.ofMillis(5);

  private final Load load;
  private final Ledger ledger;
  private final AtomicLong next;
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong endedAt = new AtomicLong();
  private final CountDownLatch start = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> senders = new ArrayList<>();
  private final long startedAt;

  /** Connects, and then begins. */
  Sending(Load load, Ledger ledger, InetSocketAddress server) throws IOException {
    this.load = load;
    this.ledger = ledger;
    this.next = new AtomicLong(ledger.first());
    for (int i = 0; i < load.connections(); i++) {
      var connection = new Connection(server);
      senders.add(
          threads.submit(() -> {
            sendAll(connection);
            return true;
          }));
    }
    startedAt = System.nanoTime();
    start.countDown();
  }

  private void sendAll(Connection connection) throws IOException, InterruptedException {
    try (connection) {
      start.await();
      long end = ledger.first() + ledger.size();
      Request request = load.request(load.batch());
      while (System.nanoTime() - startedAt < load.atMost().toNanos()) {
        long number = next.getAndAdd(load.batch());
        if (number >= end || Thread.currentThread().isInterrupted()) {
          return;
        }
        int size = (int) Math.min(load.batch(), end - number);
        if (size != request.size()) {
          request = load.request(size);
        }
        send(connection, request, number);
        endedAt.accumulateAndGet(System.nanoTime(), Math::max);
        acknowledged.addAndGet(size);
      }
    }
  }

  private void send(Connection connection, Request request, long number) throws IOException {
    long at = System.nanoTime();
    if (load.intervalNanos() > 0) {
      at = startedAt + (number - ledger.first()) * load.intervalNanos();
      while (System.nanoTime() < at && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(at - System.nanoTime());
      }
    }
    MessageReader answer = connection.exchange(request.marked(number, at));
    if (!request.isAcceptedBy(answer)) {
      throw new BenchException(
          "an event was not accepted: " + answer.status() + " " + answer.body());
    }
  }

  int acknowledged() {
    return acknowledged.intValue();
  }

  boolean isOver() {
    return senders.stream().allMatch(Future::isDone) || failed().isPresent();
  }

  private Optional<Throwable> failed() {
    return senders.stream()
        .filter(sender -> sender.state() == Future.State.FAILED)
        .map(Future::exceptionNow)
        .findFirst();
  }

  /** How it went; waits until it is over. */
  Sent result() throws InterruptedException {
    while (!isOver()) {
      Thread.sleep(LOOK_INTERVAL);
    }
    failed()
        .ifPresent(why -> {
          throw new BenchException("publishing failed: " + why, why);
        });
    return new Sent(acknowledged(), startedAt, endedAt.get());
  }

  @Override
  public void close() {
    threads.shutdownNow();
    threads.close();
  }
}

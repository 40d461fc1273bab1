package posthorn.bootstrap.vital;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A process like the server's, in which something goes wrong for good: main waits for a signal that
 * does not come, and a shutdown hook would wait for ever.
 */
final class DyingProcess {
  private static final int MEGABYTE = 1 << 20;

  private DyingProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    LastResort lastResort = LastResort.ofProcess();
    var never = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitForEver(never)));
    switch (arguments[0]) {
      case "vital" ->
          new WatchedThreads(lastResort, System::nanoTime)
              .create("sqlite-writer", Duration.ofMinutes(1), _ -> exhaustTheHeap())
              .start();
      case "virtual" -> Thread.startVirtualThread(DyingProcess::exhaustTheHeap);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    never.await();
  }

  private static void exhaustTheHeap() {
    List<byte[]> all = new ArrayList<>();
    while (all.size() < Integer.MAX_VALUE) {
      all.add(new byte[MEGABYTE]);
    }
  }

  private static void awaitForEver(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

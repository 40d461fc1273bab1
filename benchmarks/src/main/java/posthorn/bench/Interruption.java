package posthorn.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While it is open, ending the process interrupts the thread that opened it and waits until it is
 * closed, so that the server is stopped and the folder deleted also when a run is broken off.
 */
final class Interruption implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 90;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;

  Interruption() {
    Thread running = Thread.currentThread();
    hook = new Thread(() -> end(running), "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end(Thread running) {
    running.interrupt();
    try {
      boolean _ = closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // It runs already.
    }
  }
}

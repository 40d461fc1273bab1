package posthorn.bench;

import java.time.Duration;

/**
 * While it is open, ending the process interrupts the thread that opened it and waits for it, so
 * that the server is stopped and the folder deleted also when a run is broken off.
 */
final class Interruption implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Thread hook;

  Interruption() {
    Thread running = Thread.currentThread();
    hook = new Thread(() -> end(running), "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static void end(Thread running) {
    running.interrupt();
    try {
      boolean _ = running.join(PATIENCE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // It runs already, and waits for us.
    }
  }
}

package posthorn.bootstrap;

import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

/**
 * Waits for SIGTERM or SIGINT. The virtual machine's own way, shutdown hooks, would end the process
 * with the signal's code though it stopped in good order, and would ignore a second signal.
 */
final class StopSignal {
  private static final int EXIT_AT_ONCE = 130;

  private final CountDownLatch received = new CountDownLatch(1);

  StopSignal() {
    for (String name : new String[] {"TERM", "INT"}) {
      Signal.handle(new Signal(name), _ -> receive());
    }
  }

  private void receive() {
    if (received.getCount() == 0) {
      // Whoever signals twice does not want to wait.
      Runtime.getRuntime().halt(EXIT_AT_ONCE);
    }
    received.countDown();
  }

  void await() throws InterruptedException {
    received.await();
  }
}

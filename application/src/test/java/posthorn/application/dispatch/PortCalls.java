package posthorn.application.dispatch;

import java.util.Random;
import java.util.function.Supplier;
import posthorn.application.port.StoreException;

/** How a simulation's calls of its ports go: well, not at all, or not so that one would know. */
final class PortCalls {
  private final Random random;
  private final Trace trace;
  private final Runnable meanwhile;
  private Faults faults;

  /**
   * Calls that may go wrong.
   *
   * @param meanwhile has others do something while a call waits
   */
  PortCalls(Random random, Trace trace, Faults faults, Runnable meanwhile) {
    this.random = random;
    this.trace = trace;
    this.faults = faults;
    this.meanwhile = meanwhile;
  }

  void faultsAreOver() {
    faults = faults.over();
  }

  <T> T call(String name, Supplier<T> effect) {
    if (faults.overlaps()) {
      meanwhile.run();
    }
    double roll = random.nextDouble();
    if (roll < faults.crashInCall()) {
      boolean before = random.nextBoolean();
      T _ = before ? null : effect.get();
      trace.note("crash " + (before ? "before " : "after ") + name);
      throw new Crash();
    }
    if (roll < faults.crashInCall() + faults.storeFailure()) {
      boolean before = random.nextBoolean();
      T _ = before ? null : effect.get();
      trace.note("the store fails " + (before ? "before " : "after ") + name);
      throw new StoreException("simulated", null);
    }
    return effect.get();
  }

  void run(String name, Runnable effect) {
    boolean _ =
        call(
            name,
            () -> {
              effect.run();
              return true;
            });
  }
}

package posthorn.bootstrap;

import java.util.function.BooleanSupplier;

/** Whether the server takes work; it does from the end of its start until the begin of its stop. */
final class Readiness implements BooleanSupplier {
  private volatile boolean ready;

  void set(boolean now) {
    ready = now;
  }

  @Override
  public boolean getAsBoolean() {
    return ready;
  }
}

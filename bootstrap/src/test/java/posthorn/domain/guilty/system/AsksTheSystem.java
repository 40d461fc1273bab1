package posthorn.domain.guilty.system;

/** Breaks the rule that the inner modules ask the system nothing. */
public final class AsksTheSystem {
  long stopwatch() {
    return System.nanoTime();
  }
}

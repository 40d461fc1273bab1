package posthorn.guilty.sleep;

/** Breaks the rule that tests do not sleep. */
public final class Sleeps {
  void nap() throws InterruptedException {
    Thread.sleep(1);
  }
}

package posthorn.application.dispatch;

/** The simulated server is gone, in the middle of what it was doing. */
final class Crash extends RuntimeException {
  Crash() {
    super("crash", null, false, false);
  }
}

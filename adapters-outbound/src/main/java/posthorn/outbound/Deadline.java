package posthorn.outbound;

import java.time.Duration;

/** The time an attempt has, counted on the clock that never steps. */
final class Deadline {
  private final long startNanos = System.nanoTime();
  private final Duration total;

  private Deadline(Duration total) {
    this.total = total;
  }

  static Deadline in(Duration total) {
    return new Deadline(total);
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  boolean hasPassed() {
    return elapsed().compareTo(total) >= 0;
  }

  /** What is left; never less than a millisecond, since zero means for ever to some. */
  Duration remaining() {
    Duration left = total.minus(elapsed());
    return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
  }
}

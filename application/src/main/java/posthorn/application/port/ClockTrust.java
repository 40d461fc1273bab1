package posthorn.application.port;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether the wall clock can be believed. While it cannot, nothing is done that a wrong time makes
 * wrong for good: no history is removed, and no delivery expires.
 */
public interface ClockTrust {
  /**
   * Why it cannot.
   *
   * @param difference how far it is ahead of what it should be; negative if it is behind
   * @param since when that was noticed, on that clock
   */
  record Doubt(Duration difference, Instant since) {}

  /** Compares the clock with what time it should be, now. */
  Optional<Doubt> doubt();

  default boolean isTrusted() {
    return doubt().isEmpty();
  }

  /** An operator says that the clock is right. */
  void agree();
}

package posthorn.application.retention;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import posthorn.application.retention.PruneHistory.Result;

/** What became of the last pruning of this process, for whoever asks. */
public final class PruningRecord {
  private final AtomicReference<@Nullable Run> last = new AtomicReference<>();

  /**
   * One pruning.
   *
   * @param at when it began
   * @param error why it could not come to its end; null if it did. Then {@code removed} tells
   *     nothing of what went before that
   */
  public record Run(Instant at, Result removed, @Nullable String error) {}

  void set(Run run) {
    last.set(run);
  }

  /** Nothing before the first one is over. */
  public Optional<Run> last() {
    return Optional.ofNullable(last.get());
  }
}

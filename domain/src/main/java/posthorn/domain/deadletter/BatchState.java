package posthorn.domain.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a bulk replay is in its life. */
public sealed interface BatchState {

  /** The state's name in the API. */
  String wireName();

  /** When its next run starts, where that is known. */
  default @Nullable Instant startAt() {
    return null;
  }

  /** When it was over; null while it is not. */
  default @Nullable Instant endedAt() {
    return null;
  }

  /** A run starts then. */
  record Scheduled(Instant startAt) implements BatchState {
    @Override
    public String wireName() {
      return "scheduled";
    }
  }

  /** A run is under way. */
  record Running() implements BatchState {
    @Override
    public String wireName() {
      return "running";
    }
  }

  /**
   * A person has it wait.
   *
   * @param startAt when the next run was to start; null where one was under way
   */
  record Paused(@Nullable Instant startAt) implements BatchState {
    @Override
    public String wireName() {
      return "paused";
    }
  }

  /** It went through all that there was. */
  record Completed(Instant endedAt) implements BatchState {
    @Override
    public String wireName() {
      return "completed";
    }
  }

  /** A person called it off; what was replayed by then stays so. */
  record Cancelled(Instant endedAt) implements BatchState {
    @Override
    public String wireName() {
      return "cancelled";
    }
  }
}

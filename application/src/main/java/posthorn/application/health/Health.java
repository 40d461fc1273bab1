package posthorn.application.health;

import java.time.Instant;
import java.util.List;

/**
 * How the server is.
 *
 * @param takesWork from the end of its start until the begin of its stop
 * @param troubles why it cannot do its work though it runs; none usually
 * @param warnings what it works in spite of
 */
public record Health(boolean takesWork, List<Trouble> troubles, List<Warning> warnings) {
  public Health {
    troubles = List.copyOf(troubles);
    warnings = List.copyOf(warnings);
  }

  /** How a server is that runs well. */
  public static final Health GOOD = new Health(true, List.of(), List.of());

  /** How a server is that stops, or has not started yet. */
  public static final Health STOPPING = new Health(false, List.of(), List.of());

  /** What is the matter with a thread. */
  public enum Kind {
    /** The thread ended without being told to. */
    ENDED,
    /** It has not come further for too long. */
    STUCK
  }

  /** A thread that the server cannot do without, and that does not do its work. */
  public record Trouble(String thread, Kind kind, Instant since) {}

  /** Something that an operator should see to. */
  public record Warning(String code, String detail, Instant since) {}

  /** Whether requests should be sent here. */
  public boolean isReady() {
    return takesWork && troubles.isEmpty();
  }
}

package posthorn.domain.event;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How often an event has come in at an inbound address and gone out again. A webhook that leads to
 * an inbound address would else multiply events for ever.
 */
public final class Hops {
  /** What is sent with an event that has come in at least once. */
  public static final String HEADER = "Posthorn-Hops";

  /** A message that has come so often goes in a circle. */
  public static final int MOST = 5;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private Hops() {}

  /** What the header says; none if it is absent or says nothing that we would say. */
  public static int of(@Nullable String header) {
    return header != null && NUMBER.matcher(header).matches() ? Integer.parseInt(header) : 0;
  }

  /** Whether it may come in no more. */
  public static boolean isLoop(int hops) {
    return hops >= MOST;
  }
}

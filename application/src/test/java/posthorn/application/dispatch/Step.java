package posthorn.application.dispatch;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens at once in a simulation, or not at all.
 *
 * @param of the run of the server that does it, and that takes it along when it crashes; null for
 *     what happens in the world outside
 * @param overlaps whether it may also happen while another step waits for the store
 */
record Step(@Nullable SimulatedNode of, String what, BooleanSupplier overlaps, Runnable work) {

  static Step ofTheWorld(String what, BooleanSupplier overlaps, Runnable work) {
    return new Step(null, what, overlaps, work);
  }
}

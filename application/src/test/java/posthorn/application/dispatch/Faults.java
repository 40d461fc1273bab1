package posthorn.application.dispatch;

import java.util.Random;

/**
 * What goes wrong in a simulation besides the receivers.
 *
 * @param storeFailure how likely a call of a port throws, before or after it took effect
 * @param crashInCall how likely the server crashes during a call of a port
 * @param crashes whether it crashes between steps
 * @param stops whether it is stopped and started as an operator would
 * @param clockSteps whether its clock is set forwards and back
 * @param stalls whether settling may take longer than a lease
 * @param overlaps whether other steps may happen while one waits for the store
 * @param tidies whether the server tidies up; without that, nothing may be forgotten at all
 */
record Faults(
    double storeFailure,
    double crashInCall,
    boolean crashes,
    boolean stops,
    boolean clockSteps,
    boolean stalls,
    boolean overlaps,
    boolean tidies) {
  private static final int OUT_OF = 3;

  static Faults of(Random random) {
    boolean calm = random.nextInt(OUT_OF) == 0;
    double storeFailure = !calm && random.nextInt(OUT_OF) == 0 ? 0.03 : 0;
    boolean clockSteps = !calm && random.nextInt(OUT_OF) == 0;
    boolean stalls = !calm && random.nextInt(OUT_OF) == 0;
    return new Faults(
        storeFailure,
        !calm && random.nextInt(OUT_OF) == 0 ? 0.005 : 0,
        !calm && random.nextInt(OUT_OF) == 0,
        random.nextInt(OUT_OF) == 0,
        clockSteps,
        stalls,
        random.nextBoolean(),
        // Only these leave behind what nobody but a tidying server hears of.
        storeFailure > 0 || clockSteps || stalls || random.nextBoolean());
  }

  /** For when all is well again. */
  Faults over() {
    return new Faults(0, 0, false, false, false, false, overlaps, tidies);
  }
}

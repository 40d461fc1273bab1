package posthorn.domain.circuit;

/**
 * Says under which conditions a call was let through, so that its result is counted where it
 * belongs: a call that began before the circuit last changed says nothing about what is now.
 *
 * @param epoch how often the circuit had changed when the call was let through
 * @param probe the number of the probe that the call is, from 1; 0 when it is none
 */
public record Pass(long epoch, int probe) {

  public boolean isProbe() {
    return probe > 0;
  }
}

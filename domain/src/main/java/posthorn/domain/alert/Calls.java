package posthorn.domain.alert;

/** How the attempts of a window ended. */
public record Calls(long succeeded, long failed) {
  public Calls {
    if (succeeded < 0 || failed < 0) {
      throw new IllegalArgumentException("fewer calls than none: " + succeeded + ", " + failed);
    }
  }

  public long total() {
    return succeeded + failed;
  }

  /** Of no calls at all, none failed. */
  public double successPercent() {
    return total() == 0 ? 100 : 100.0 * succeeded / total();
  }
}

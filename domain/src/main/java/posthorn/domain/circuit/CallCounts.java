package posthorn.domain.circuit;

/** How many calls went well and how many did not. */
public record CallCounts(int successes, int failures) {
  static final CallCounts NONE = new CallCounts(0, 0);

  public int total() {
    return successes + failures;
  }

  /** 0 when there were no calls. */
  public double errorPercentage() {
    return total() == 0 ? 0 : failures * 100.0 / total();
  }

  boolean failing(CircuitConfig config) {
    return total() >= config.minimumThroughput()
        && failures * 100L >= (long) config.errorThresholdPercentage() * total();
  }

  CallCounts plus(boolean good) {
    return good ? new CallCounts(successes + 1, failures) : new CallCounts(successes, failures + 1);
  }
}

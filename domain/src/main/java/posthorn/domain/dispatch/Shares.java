package posthorn.domain.dispatch;

/**
 * How a tenant's turns are shared among its kinds of work, while there is work of each kind. A kind
 * without work gives its share to the others. A kind's weight is the product of its priority's and
 * that of first attempts or retries.
 */
public record Shares(int high, int normal, int low, int first, int retry) {
  /**
   * Each priority has four times the share of the next, and first attempts twice that of retries.
   */
  public static final Shares DEFAULT = new Shares(16, 4, 1, 2, 1);

  private static final int MAX = 1_000;

  public Shares {
    check(high);
    check(normal);
    check(low);
    check(first);
    check(retry);
  }

  int weight(Work work) {
    int urgency =
        switch (work.priority()) {
          case HIGH -> high;
          case NORMAL -> normal;
          case LOW -> low;
        };
    return urgency * (work.isRetry() ? retry : first);
  }

  private static void check(int share) {
    // A share of nothing would be starvation.
    if (share < 1 || share > MAX) {
      throw new IllegalArgumentException("a share is between 1 and " + MAX + ": " + share);
    }
  }
}

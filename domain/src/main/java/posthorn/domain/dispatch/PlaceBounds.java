package posthorn.domain.dispatch;

/**
 * How many places there are, and how many of them each {@link Trust} may take. The rest is kept for
 * webhooks that answer, so that any number of silent ones leaves room for them. Half of that rest
 * is for the first request of an unproven webhook, so that it can prove itself.
 *
 * @param all places
 * @param unproven how many the unproven and the doubtful may take together
 * @param doubtful how many the doubtful may take
 */
public record PlaceBounds(int all, int unproven, int doubtful) {
  public PlaceBounds {
    if (doubtful < 1 || unproven < doubtful || all < unproven) {
      throw new IllegalArgumentException(
          "of " + all + " places not " + unproven + " and " + doubtful);
    }
  }

  /** With that many percent kept for webhooks that answer; everybody can have at least one. */
  public static PlaceBounds of(int all, int keptPercent) {
    int doubtful = share(all, 100 - keptPercent);
    return new PlaceBounds(all, doubtful + (all - doubtful + 1) / 2, doubtful);
  }

  /** So many percent of them, rounded down, and at least one. */
  public static int share(int of, int percent) {
    return Math.max(1, (int) ((long) of * percent / 100));
  }
}

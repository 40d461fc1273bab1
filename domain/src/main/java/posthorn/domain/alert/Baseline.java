package posthorn.domain.alert;

import java.time.Duration;
import java.time.Instant;

/**
 * What success a webhook usually has, so that a drop stands out whatever the usual is: 70 % is
 * alarming where it was 99 %, and no news where it was 75 %.
 *
 * <p>Time is cut into windows of five minutes. Each window of at least {@value #MINIMUM_CALLS}
 * calls moves the baseline towards it: the first ones as a plain mean, from the twentieth on by a
 * twentieth of the difference, so that about an hour ago counts half. Once an hour's worth of
 * windows is known, a window counts as at most {@value #MAX_SURPRISE} points off the baseline; so
 * an outage moves it by at most a point in five minutes and is not soon mistaken for the usual,
 * while a lasting change becomes the usual in the end. Before that the baseline is not known well
 * enough to say that anything dropped.
 *
 * @param windows how many windows it was learned from, counted up to {@value #REMEMBERED}
 */
public record Baseline(double percent, int windows) {
  public static final Duration WINDOW = Duration.ofMinutes(5);

  static final int MINIMUM_CALLS = 20;
  static final int KNOWN_AFTER = 12;
  static final int REMEMBERED = 20;
  static final double MAX_SURPRISE = 20;

  public static final Baseline UNKNOWN = new Baseline(100, 0);

  public Baseline {
    if (!(percent >= 0 && percent <= 100) || windows < 0 || windows > REMEMBERED) {
      throw new IllegalArgumentException("no baseline: " + percent + " % of " + windows);
    }
  }

  private boolean known() {
    return windows >= KNOWN_AFTER;
  }

  /** After a window has ended; one with too few calls teaches nothing. */
  public Baseline learned(Calls window) {
    if (window.total() < MINIMUM_CALLS) {
      return this;
    }
    double difference = window.successPercent() - percent;
    if (known()) {
      difference = Math.clamp(difference, -MAX_SURPRISE, MAX_SURPRISE);
    }
    int next = Math.min(windows + 1, REMEMBERED);
    return new Baseline(Math.clamp(percent + difference / next, 0, 100), next);
  }

  /** How far the calls of the last five minutes are below; ask before the window is learned. */
  public Observation dropTo(Calls window, Instant at) {
    double drop = known() ? Math.max(0, percent - window.successPercent()) : 0;
    return new Observation(at, drop, window.total());
  }
}

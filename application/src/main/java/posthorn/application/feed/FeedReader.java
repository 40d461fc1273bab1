package posthorn.application.feed;

import java.time.Duration;

/** One who goes through the events, on one thread. It is nothing but a place among them. */
public final class FeedReader {
  private final OperatorFeed feed;
  private final boolean missed;
  private long position;

  FeedReader(OperatorFeed feed, long position, boolean missed) {
    this.feed = feed;
    this.position = position;
    this.missed = missed;
  }

  /** Whether it could not go on where it wanted to, so that there may be events it never sees. */
  public boolean missed() {
    return missed;
  }

  /** Where it is. */
  public FeedPosition position() {
    return feed.positionAt(position);
  }

  /**
   * The next events.
   *
   * @param patience how long to wait where there are none
   */
  public Reading next(Duration patience) throws InterruptedException {
    Reading reading = feed.read(position, patience);
    if (reading instanceof Reading.Found(var entries, _)) {
      position += entries.size();
    }
    return reading;
  }
}

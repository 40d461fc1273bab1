package posthorn.application.feed;

import java.util.List;

/** What a reader finds. */
public sealed interface Reading {

  /**
   * The next events in their order; none where none came while it waited.
   *
   * @param more whether others follow that are there already
   */
  record Found(List<FeedEntry> entries, boolean more) implements Reading {
    public Found {
      entries = List.copyOf(entries);
    }
  }

  /** It was so slow that events it had not seen are gone; there is nothing more for it. */
  record FellBehind(long missed) implements Reading {}

  /** No more will come, and it has seen all. */
  record Ended() implements Reading {}
}

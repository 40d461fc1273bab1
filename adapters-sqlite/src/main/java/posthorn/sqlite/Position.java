package posthorn.sqlite;

import static java.util.Comparator.comparingLong;

import java.time.Instant;
import java.util.Comparator;

/** A place in the index of what is due, within one kind of one webhook's work. */
record Position(long dueAt, long row) implements Comparable<Position> {
  /** Before all of them. */
  static final Position START = new Position(Long.MIN_VALUE, 0);

  private static final Comparator<Position> ORDER =
      comparingLong(Position::dueAt).thenComparingLong(Position::row);

  /** Before all that are due then, and behind all that are due earlier. */
  static Position before(Instant dueAt) {
    return new Position(dueAt.toEpochMilli() - 1, Long.MAX_VALUE);
  }

  static Position earlier(Position one, Position other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }
}

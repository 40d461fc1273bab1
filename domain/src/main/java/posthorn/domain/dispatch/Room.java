package posthorn.domain.dispatch;

/**
 * How many deliveries may leave in a round.
 *
 * @param free how many in all
 * @param freeForRetries how many of them may be retries
 */
public record Room(int free, int freeForRetries) {
  public Room {
    if (freeForRetries < 0 || freeForRetries > free) {
      throw new IllegalArgumentException(
          "of " + free + " places " + freeForRetries + " cannot be for retries");
    }
  }

  /** No more than a batch, whatever it is made of. */
  public Room atMost(int batch) {
    return new Room(Math.min(free, batch), Math.min(freeForRetries, batch));
  }
}

package posthorn.domain.dispatch;

/**
 * How much may be in flight at once. Retries never hold more than {@code maxInFlight −
 * reservedForFirst} places; the reserved ones stay empty while only retries are due, so that a
 * first attempt finds room at once. First attempts may use every place.
 */
public record Bounds(int maxInFlight, int reservedForFirst) {
  /** How many requests of one webhook may be in flight, where nothing else is configured. */
  public static final int DEFAULT_PER_WEBHOOK = 5;

  public Bounds {
    if (maxInFlight < 1) {
      throw new IllegalArgumentException("at least one request is in flight: " + maxInFlight);
    }
    // With every place reserved, no retry would ever leave.
    if (reservedForFirst < 0 || reservedForFirst >= maxInFlight) {
      throw new IllegalArgumentException(
          "of " + maxInFlight + " places " + reservedForFirst + " cannot be reserved");
    }
  }

  /** With a quarter of the places reserved. */
  public static Bounds of(int maxInFlight) {
    return new Bounds(maxInFlight, maxInFlight / 4);
  }

  /** What is free while so much is in flight; nothing where it is more than allowed. */
  public Room room(int firstInFlight, int retriesInFlight) {
    int free = Math.max(0, maxInFlight - firstInFlight - retriesInFlight);
    int freeForRetries = Math.max(0, maxInFlight - reservedForFirst - retriesInFlight);
    return new Room(free, Math.min(free, freeForRetries));
  }
}

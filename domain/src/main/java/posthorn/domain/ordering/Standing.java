package posthorn.domain.ordering;

/** How an earlier delivery of a lane stands, as far as those behind it care. */
public enum Standing {
  /** Never tried in this cycle, due or not. */
  WAITING,
  /** Tried, failed, and waiting for its next attempt. */
  FAILED,
  /** A worker has it, for the first time or again. */
  IN_FLIGHT,
  /** Delivered, dead or cancelled. */
  DONE
}

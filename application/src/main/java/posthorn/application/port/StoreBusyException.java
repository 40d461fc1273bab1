package posthorn.application.port;

/** The store has more to write than it can keep up with. Nothing was written; try again later. */
public final class StoreBusyException extends RuntimeException {
  public StoreBusyException(String message) {
    super(message);
  }
}

package posthorn.application.port;

import org.jspecify.annotations.Nullable;

/** There is no room on the disk for something new. Nothing of it was written. */
public final class StoreFullException extends StoreException {
  public StoreFullException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

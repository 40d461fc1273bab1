package posthorn.application.port;

import org.jspecify.annotations.Nullable;

/**
 * The store could not do what was asked, through no fault of the asker: its disk is full, its file
 * is locked or gone. What was asked has not happened, or it is not known to have.
 */
public class StoreException extends RuntimeException {
  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

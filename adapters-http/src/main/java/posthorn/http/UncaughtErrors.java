package posthorn.http;

import org.jspecify.annotations.Nullable;

/**
 * Errors that a library would log and forget. Whether only one request has met an error or the
 * whole process cannot go on is decided where all errors go that nobody catches.
 */
final class UncaughtErrors {
  private UncaughtErrors() {}

  /** Hands it on, if it is one. */
  static void report(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
  }
}

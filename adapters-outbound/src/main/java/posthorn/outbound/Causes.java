package posthorn.outbound;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What lies behind an exception. */
final class Causes {
  private Causes() {}

  /** The first of that kind, the exception itself included. */
  static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> kind) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return Optional.of(kind.cast(cause));
      }
    }
    return Optional.empty();
  }
}

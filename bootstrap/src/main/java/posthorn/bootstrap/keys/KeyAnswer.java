package posthorn.bootstrap.keys;

import java.util.Optional;

/** What became of a request. */
public sealed interface KeyAnswer {
  /**
   * It was done.
   *
   * @param what the key, in words
   */
  record Done(String what) implements KeyAnswer {}

  /** Nothing was changed; the reason is a sentence's end. */
  record Refused(String why) implements KeyAnswer {}

  /** As it stands in a file. */
  default String text() {
    return switch (this) {
      case Done(String what) -> "done " + what;
      case Refused(String why) -> "refused " + why;
    };
  }

  static Optional<KeyAnswer> parse(String text) {
    String[] parts = text.strip().split(" ", 2);
    if (parts.length < 2) {
      return Optional.empty();
    }
    return switch (parts[0]) {
      case "done" -> Optional.of(new Done(parts[1]));
      case "refused" -> Optional.of(new Refused(parts[1]));
      default -> Optional.empty();
    };
  }
}

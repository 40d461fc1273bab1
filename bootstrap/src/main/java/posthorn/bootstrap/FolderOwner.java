package posthorn.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whose a data folder is: the user's that the server runs as. */
final class FolderOwner {
  private FolderOwner() {}

  /** Whether it is not this user's, or so well closed that its owner cannot be seen. */
  static boolean isAnother(Path folder) {
    return !nameOf(folder).equals(Optional.of(System.getProperty("user.name")));
  }

  /** What to do about a folder of another user. */
  static String wayOut(Path folder) {
    return "run it as the user that the server runs as"
        + nameOf(folder).map(name -> " (" + name + ")").orElse("");
  }

  private static Optional<String> nameOf(Path folder) {
    try {
      return Optional.of(Files.getOwner(folder).getName());
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.empty();
    }
  }
}

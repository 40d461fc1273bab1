package posthorn.bootstrap.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import posthorn.files.PrivateFiles;

/**
 * The folder beside the database through which requests are handed over. A request is renamed when
 * it is taken, so that its command knows whether it can still withdraw it.
 */
record KeyFolder(Path path) {
  private static final Pattern REQUEST = Pattern.compile("([0-9a-f]{16})\\.request");

  /** All that commands and servers write here, and what it is called until it is whole. */
  private static final Pattern OURS =
      Pattern.compile("[0-9a-f]{16}\\.(request|taken|answer)([0-9]+\\.new)?");

  private static final int MOST_BYTES = 8 * 1024;

  static KeyFolder beside(Path database) {
    return new KeyFolder(database.toAbsolutePath().resolveSibling("key-requests"));
  }

  Path request(String id) {
    return path.resolve(id + ".request");
  }

  Path taken(String id) {
    return path.resolve(id + ".taken");
  }

  Path answer(String id) {
    return path.resolve(id + ".answer");
  }

  /** The ids of the requests that wait. */
  List<String> waiting() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> REQUEST.matcher(file.getFileName().toString()))
          .filter(matcher -> matcher.matches())
          .map(matcher -> matcher.group(1))
          .toList();
    }
  }

  /** Makes the folder if it is not there, and refuses one that others may have a hand in. */
  void prepareFor(UserPrincipal user) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new IOException(path + " is a link; remove it");
    }
    PrivateFiles.createFolder(path);
    UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
    if (!owner.equals(user) || !PrivateFiles.isPrivate(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(path + " is not this user's alone; remove it");
    }
  }

  /** Removes what commands and servers have left that died; other files stay. */
  void removeOlderThan(Instant time) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(path)) {
      all = files.toList();
    }
    for (Path file : all) {
      if (isOurs(file) && modifiedAt(file).isBefore(time)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean isOurs(Path file) {
    return OURS.matcher(file.getFileName().toString()).matches()
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** A file that is gone meanwhile is not old. */
  private static Instant modifiedAt(Path file) {
    try {
      FileTime time = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
      return time.toInstant();
    } catch (IOException _) {
      return Instant.MAX;
    }
  }

  /** Why a file is not to be trusted; read after "the request". */
  static Optional<String> distrust(Path file, UserPrincipal user) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.of("is no plain file");
    }
    UserPrincipal owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
    if (!owner.equals(user)) {
      return Optional.of(
          "is of the user "
              + owner.getName()
              + ", and the server runs as "
              + user.getName()
              + "; run the command as that user");
    }
    if (!PrivateFiles.isPrivate(file)) {
      return Optional.of("can be read by others than its owner");
    }
    return Files.size(file) > MOST_BYTES ? Optional.of("is too long") : Optional.empty();
  }
}

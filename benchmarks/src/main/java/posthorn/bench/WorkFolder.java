package posthorn.bench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A new folder for everything the run writes; it is deleted at the end unless it is to be kept. */
record WorkFolder(Path path, boolean kept) implements Closeable {
  private static final String PREFIX = "posthorn-bench-";

  /** Makes it, in the given folder or where temporary files go. */
  static WorkFolder in(@Nullable Path parent, boolean kept) throws IOException {
    if (parent == null) {
      return new WorkFolder(Files.createTempDirectory(PREFIX), kept);
    }
    Files.createDirectories(parent);
    return new WorkFolder(Files.createTempDirectory(parent.toAbsolutePath(), PREFIX), kept);
  }

  /** The kind of file system; one in memory makes every disk look fast. */
  String fileSystem() throws IOException {
    return Files.getFileStore(path).type();
  }

  @Override
  public void close() throws IOException {
    if (kept) {
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}

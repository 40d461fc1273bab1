package posthorn.bootstrap;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import posthorn.files.FileTrouble;
import posthorn.files.PrivateFiles;

/**
 * The files of a database. Payloads are in them, so they are their owner's alone, whatever folder
 * they are in.
 */
final class DatabaseFiles {
  private final List<Path> all;

  private DatabaseFiles(List<Path> all) {
    this.all = all;
  }

  static DatabaseFiles of(Path database) {
    Path file = database.toAbsolutePath();
    return new DatabaseFiles(
        Stream.of("", "-wal", "-shm")
            .map(ending -> file.resolveSibling(file.getFileName() + ending))
            .toList());
  }

  /**
   * Makes the database's file before SQLite would, which gives the files beside it the same
   * permissions.
   *
   * @throws IllegalStateException if others can read one that is there already
   */
  void prepare() {
    try {
      List<Path> open = openToOthers();
      if (!open.isEmpty()) {
        throw new IllegalStateException("the database " + wayOut(open));
      }
      try (FileChannel _ = PrivateFiles.open(all.getFirst())) {
        // It is there now.
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "the database " + all.getFirst() + " cannot be made: " + FileTrouble.reason(e));
    }
  }

  /** Those that others than their owner can read. */
  List<Path> openToOthers() throws IOException {
    var open = new ArrayList<Path>();
    for (Path file : all) {
      if (Files.exists(file) && !PrivateFiles.isPrivate(file)) {
        open.add(file);
      }
    }
    return open;
  }

  /** What is wrong with those, and how to put it right. */
  static String wayOut(List<Path> open) {
    return "can be read by others than its owner; run 'chmod 600 "
        + open.stream().map(Path::toString).collect(Collectors.joining(" "))
        + "'";
  }
}

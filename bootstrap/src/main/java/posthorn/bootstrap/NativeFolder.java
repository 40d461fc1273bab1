package posthorn.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import posthorn.files.PrivateFiles;

/**
 * Where the SQLite driver unpacks its native library: beside the database, since a machine's /tmp
 * may forbid running code. A run that was killed leaves its copy behind; whoever has the database's
 * lock may remove it.
 */
final class NativeFolder {
  private NativeFolder() {}

  static void prepareBeside(Path database) throws IOException {
    Path folder = database.toAbsolutePath().resolveSibling("native");
    // Others must not put code there that we would run.
    PrivateFiles.createFolder(folder);
    for (Path leftOver : filesIn(folder)) {
      Files.deleteIfExists(leftOver);
    }
    useBeside(database);
  }

  /** Beside another process, whose copy stays. */
  static void useBeside(Path database) {
    Path folder = database.toAbsolutePath().resolveSibling("native");
    System.setProperty("org.sqlite.tmpdir", folder.toString());
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}

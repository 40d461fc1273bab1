package posthorn.sqlite;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import posthorn.application.port.StoreException;

/** The file that the database is in, and what is beside it. */
record DatabaseFile(Path path) {
  private static final String SQLITE = "jdbc:sqlite:";

  /** That of a {@code jdbc:sqlite:} URL, which may have parameters after its name. */
  static DatabaseFile of(String url) {
    String name = url.substring(SQLITE.length());
    int parameters = name.indexOf('?');
    return new DatabaseFile(Path.of(parameters < 0 ? name : name.substring(0, parameters)));
  }

  Path folder() {
    return requireNonNull(path.toAbsolutePath().getParent());
  }

  String name() {
    return path.toString();
  }

  long bytes() {
    return sizeOf(path);
  }

  /** Of the write-ahead log, which need not be there. */
  long logBytes() {
    return sizeOf(path.resolveSibling(path.getFileName() + "-wal"));
  }

  long diskFreeBytes() {
    return ofDisk(FileStore::getUsableSpace);
  }

  long diskBytes() {
    return ofDisk(FileStore::getTotalSpace);
  }

  private interface Size {
    long of(FileStore disk) throws IOException;
  }

  private long ofDisk(Size size) {
    try {
      return size.of(Files.getFileStore(path));
    } catch (IOException e) {
      throw new StoreException("the disk of the database could not be asked", e);
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException _) {
      return 0;
    } catch (IOException e) {
      throw new StoreException("the size of the database could not be read", e);
    }
  }
}

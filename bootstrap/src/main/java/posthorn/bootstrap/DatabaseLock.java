package posthorn.bootstrap;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.Optional;
import posthorn.files.PrivateFiles;

/**
 * Sees to it that one process at a time uses a database file. It is what makes it right to free, at
 * start, all leases that are left: whoever had them is gone.
 */
final class DatabaseLock implements AutoCloseable {
  private final FileChannel channel;

  private DatabaseLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Locks the file and makes its folder if need be; nothing if another process has it. */
  static Optional<DatabaseLock> acquire(Path database) throws IOException {
    Path file = database.toAbsolutePath();
    Path folder = file.getParent();
    if (folder != null) {
      // The database holds secrets.
      PrivateFiles.createFolder(folder);
    }
    FileChannel channel = PrivateFiles.open(file.resolveSibling(file.getFileName() + ".lock"));
    // The lock goes with the process, however it ends; the empty file may stay.
    if (isFree(channel)) {
      return Optional.of(new DatabaseLock(channel));
    }
    channel.close();
    return Optional.empty();
  }

  private static boolean isFree(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

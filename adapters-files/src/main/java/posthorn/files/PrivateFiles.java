package posthorn.files;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Folders and files with payloads and secrets in them: where the system can tell users apart, only
 * this one gets in.
 */
public final class PrivateFiles {
  private PrivateFiles() {}

  /** Makes the folder, and those above it, unless it is there already. */
  public static void createFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, onlyFor(folder, "rwx------"));
    }
  }

  /** Opens the file to read and write, and makes it if it is not there. */
  static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, Set.of(CREATE, READ, WRITE), onlyFor(file, "rw-------"));
  }

  /** Has the names of a folder's files on disk, where the system has a call for it. */
  static void sync(Path folder) throws IOException {
    if (tellsUsersApart(folder)) {
      try (FileChannel channel = FileChannel.open(folder, READ)) {
        channel.force(true);
      }
    }
  }

  private static FileAttribute<?>[] onlyFor(Path path, String permissions) {
    return tellsUsersApart(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean tellsUsersApart(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}

package posthorn.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Folders and files with payloads and secrets in them: where the system can tell users apart, only
 * this one gets in.
 */
public final class PrivateFiles {
  private static final String OWN = "rw-------";
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /** Makes the folder, and those above it, unless it is there already. */
  public static void createFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, onlyFor(folder, "rwx------"));
    }
  }

  /** Opens the file to read and write, and makes it if it is not there. */
  public static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, Set.of(CREATE, READ, WRITE), onlyFor(file, OWN));
  }

  /** Whether nobody but its owner can read the file, as far as the system can tell. */
  public static boolean isPrivate(Path file, LinkOption... options) throws IOException {
    return !tellsUsersApart(file)
        || Files.getPosixFilePermissions(file, options).stream().allMatch(OWNERS::contains);
  }

  /**
   * Makes a file with that text and has it on disk; whole or not at all, and never in the place of
   * another.
   */
  public static void writeNew(Path file, String text) throws IOException {
    Path folder = folderOf(file);
    createFolder(folder);
    Path draft =
        Files.createTempFile(folder, file.getFileName().toString(), ".new", onlyFor(file, OWN));
    try {
      try (FileChannel channel = FileChannel.open(draft, WRITE)) {
        ByteBuffer bytes = UTF_8.encode(text);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      giveName(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
    sync(folder);
  }

  /** A link does not replace a file that came meanwhile; a move can be no more than careful. */
  private static void giveName(Path draft, Path file) throws IOException {
    try {
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException _) {
      Files.move(draft, file);
    }
  }

  private static Path folderOf(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException(file + " is no file");
    }
    return folder;
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

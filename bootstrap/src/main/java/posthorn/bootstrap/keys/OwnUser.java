package posthorn.bootstrap.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/**
 * The user that this process runs as, learned where other users cannot change the answer. A user
 * may have no name, as in many containers, so the Java API for processes does not serve.
 */
final class OwnUser {
  /** On Linux: the kernel makes it, and it is owned by the process's effective user. */
  private static final Path PROCESS = Path.of("/proc/self");

  private OwnUser() {}

  static UserPrincipal find() throws IOException {
    return Files.isDirectory(PROCESS) ? Files.getOwner(PROCESS) : ownerOfNewFolder();
  }

  /** In the system's folder for temporary files, where a user moves only what is their own. */
  private static UserPrincipal ownerOfNewFolder() throws IOException {
    Path folder = Files.createTempDirectory("posthorn-user");
    try {
      return Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
    } finally {
      Files.delete(folder);
    }
  }
}

package posthorn.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import posthorn.files.PrivateFiles;

/** What is to be said of a folder with data in it. */
final class KeptFolder {
  /** Said of what may be there or not. */
  static final String UNSEEN = " cannot be looked at by this user";

  private static final String ABOUT = "data folder";

  private KeptFolder() {}

  static Path of(Path file) {
    Path folder = file.getParent();
    return folder == null ? file : folder;
  }

  static void judge(Path folder, Findings findings) {
    if (Files.notExists(folder)) {
      findings.ok(ABOUT, folder + " is not there yet; the first start makes it");
    } else if (!Files.exists(folder)) {
      findings.problem(ABOUT, folder + UNSEEN + "; " + FolderOwner.wayOut(folder));
    } else if (!Files.isDirectory(folder)) {
      findings.problem(ABOUT, folder + " is not a folder; move it away or set data_dir");
    } else if (!Files.isWritable(folder) && FolderOwner.isAnother(folder)) {
      findings.problem(
          ABOUT, folder + " cannot be written to by this user; " + FolderOwner.wayOut(folder));
    } else if (!Files.isWritable(folder)) {
      findings.problem(ABOUT, folder + " cannot be written to by this user; change its owner");
    } else if (!isPrivate(folder)) {
      findings.warning(ABOUT, folder + " is open to other users; run 'chmod 700 " + folder + "'");
    } else {
      findings.ok(ABOUT, folder + " is its owner's alone");
    }
  }

  private static boolean isPrivate(Path folder) {
    try {
      return PrivateFiles.isPrivate(folder);
    } catch (IOException _) {
      return false;
    }
  }
}

package posthorn.bootstrap;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Setting;
import posthorn.files.FileTrouble;

/** What is to be said of a folder that a server cannot keep its database in. */
final class FolderTrouble {
  private FolderTrouble() {}

  static String sentence(Configuration configuration, IOException failure) {
    Path folder = folderOf(configuration);
    boolean isDataDir = folder.equals(configuration.dataDir().toAbsolutePath());
    return begun(folder, failure)
        + "; set another with "
        + (isDataDir ? Setting.DATA_DIR : Setting.STORE_URL).flag();
  }

  /** The same for a command that works on the folder of a server. */
  static String sentenceBesideServer(Configuration configuration, IOException failure) {
    Path folder = folderOf(configuration);
    return failure instanceof AccessDeniedException && FolderOwner.isAnother(folder)
        ? begun(folder, failure) + "; " + FolderOwner.wayOut(folder)
        : sentence(configuration, failure);
  }

  private static Path folderOf(Configuration configuration) {
    return KeptFolder.of(configuration.store().file().toAbsolutePath());
  }

  private static String begun(Path folder, IOException failure) {
    return "could not use the data folder " + folder + ": " + reason(folder, failure);
  }

  private static String reason(Path folder, IOException failure) {
    Path there = folder;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      return there + " is not a folder";
    }
    if (!Files.exists(folder)) {
      String made = "it cannot be made in " + there;
      return failure instanceof NoSuchFileException
          ? made
          : made + " (" + FileTrouble.reason(failure) + ")";
    }
    return FileTrouble.reason(failure);
  }
}

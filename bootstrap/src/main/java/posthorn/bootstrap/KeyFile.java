package posthorn.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import posthorn.domain.sealing.SealingKey;
import posthorn.files.FileTrouble;
import posthorn.files.PrivateFiles;

/** A file with nothing but a sealing key in it, which only its owner can read. */
final class KeyFile {
  /** So that a file that was named by mistake is not read as a whole. */
  private static final int MOST_BYTES = 1024;

  private KeyFile() {}

  /** The key in the file; nothing if there is no such file. */
  static Optional<SealingKey> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      if (!PrivateFiles.isPrivate(file)) {
        throw unusable(
            file,
            "can be read by others than its owner; run 'chmod 600 "
                + file
                + "', and change the key if others may have read it");
      }
      Optional<SealingKey> key =
          Files.size(file) > MOST_BYTES
              ? Optional.empty()
              : SealingKey.parse(Files.readString(file).strip());
      return Optional.of(key.orElseThrow(() -> unusable(file, "does not hold " + SealingKey.RULE)));
    } catch (IOException e) {
      throw unusable(file, "cannot be read: " + FileTrouble.reason(e));
    }
  }

  /** Makes the file. */
  static void write(Path file, SealingKey key) {
    try {
      PrivateFiles.writeNew(file, key.text() + "\n");
    } catch (IOException e) {
      throw unusable(file, "cannot be made: " + FileTrouble.reason(e));
    }
  }

  private static IllegalStateException unusable(Path file, String why) {
    return new IllegalStateException("the key file " + file + " " + why);
  }
}

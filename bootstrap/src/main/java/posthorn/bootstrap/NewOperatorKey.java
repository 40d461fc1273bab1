package posthorn.bootstrap;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import posthorn.files.PrivateFiles;

/**
 * Hands over an operator key that was made. What is printed to anything but a terminal is kept, and
 * often by others, so there it goes into a file that only its owner can read.
 */
record NewOperatorKey(Path file, boolean isTerminal, PrintStream out) implements Consumer<String> {

  static NewOperatorKey in(Path dataDir, PrintStream out) {
    return new NewOperatorKey(fileIn(dataDir), Terminal.isThere(), out);
  }

  static Path fileIn(Path dataDir) {
    return dataDir.resolve("operator.key").toAbsolutePath();
  }

  @Override
  public void accept(String key) {
    if (isTerminal) {
      out.println("posthorn operator key, shown only this once: " + key);
      return;
    }
    try {
      // One that is there is of keys that have expired.
      Files.deleteIfExists(file);
      PrivateFiles.writeNew(file, key + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("the operator key could not be written to " + file, e);
    }
    out.println(
        "posthorn operator key written to " + file + "; keep it elsewhere, then delete that file");
  }
}

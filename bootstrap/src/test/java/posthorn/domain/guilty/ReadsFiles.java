package posthorn.domain.guilty;

import java.nio.file.Files;
import java.nio.file.Path;

/** Breaks the rule that the domain is pure. */
public final class ReadsFiles {
  boolean exists(Path file) {
    return Files.exists(file);
  }
}

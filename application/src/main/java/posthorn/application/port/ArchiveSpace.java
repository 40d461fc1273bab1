package posthorn.application.port;

import java.util.Optional;

/** How much room the archive takes. */
public interface ArchiveSpace {

  /** What it takes; nothing where there is no archive. */
  Optional<Taken> taken();

  /**
   * What it takes.
   *
   * @param bytes of all its files
   * @param diskFreeBytes on its disk
   */
  record Taken(String folder, int files, long bytes, long diskFreeBytes) {}
}

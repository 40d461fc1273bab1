package posthorn.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import posthorn.application.port.ArchiveSpace;
import posthorn.application.port.StoreException;

/** {@link ArchiveSpace} of the folder that {@link JsonLinesArchive} writes to. */
public final class ArchiveFolder implements ArchiveSpace {
  private final Path folder;

  public ArchiveFolder(Path folder) {
    this.folder = folder;
  }

  /** Before the first removal the folder need not be there. */
  @Override
  public Optional<Taken> taken() {
    try {
      if (!Files.isDirectory(folder)) {
        return Optional.of(new Taken(folder.toString(), 0, 0, freeNear(folder)));
      }
      List<Path> files = filesIn(folder);
      long bytes = 0;
      for (Path file : files) {
        bytes += sizeOf(file);
      }
      return Optional.of(new Taken(folder.toString(), files.size(), bytes, freeNear(folder)));
    } catch (IOException e) {
      throw new StoreException("the archive " + folder + " could not be looked at", e);
    }
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  /** Somebody may be taking files away just now. */
  private static long sizeOf(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException _) {
      return 0;
    }
  }

  /** On the disk where the folder is, or will be. */
  private static long freeNear(Path folder) throws IOException {
    for (Path near = folder.toAbsolutePath(); near != null; near = near.getParent()) {
      if (Files.exists(near)) {
        return Files.getFileStore(near).getUsableSpace();
      }
    }
    return 0;
  }
}

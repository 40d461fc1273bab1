package posthorn.application.port;

import java.time.Instant;
import java.util.List;

/** Where what is removed from the store is written down before. */
public interface Archive {

  /**
   * Writes the entries down; returns when they are durable. An entry may come twice, if it could
   * not be removed after the first time.
   *
   * @param at when they are removed
   * @throws StoreException if any of them could not be written
   */
  void write(List<? extends ArchiveEntry> entries, Instant at);
}

package posthorn.application.retention;

import java.time.Duration;
import java.util.Optional;
import posthorn.application.port.ArchiveSpace;
import posthorn.application.port.StoreSpace;
import posthorn.application.retention.PruningRecord.Run;

/** Tells how much room history takes, how long it is kept, and what was last removed of it. */
public final class ReportStorage {
  private final StoreSpace store;
  private final ArchiveSpace archive;
  private final Retentions retentions;
  private final PruningRecord record;

  public ReportStorage(
      StoreSpace store, ArchiveSpace archive, Retentions retentions, PruningRecord record) {
    this.store = store;
    this.archive = archive;
    this.retentions = retentions;
    this.record = record;
  }

  /**
   * What there is to tell.
   *
   * @param archive nothing where there is none
   * @param policy of whoever says nothing
   * @param audit for how long the audit log is kept
   * @param lastPruning nothing until the first of this process is over
   */
  public record Report(
      StoreSpace.Taken store,
      Optional<ArchiveSpace.Taken> archive,
      RetentionPolicy policy,
      Duration audit,
      Optional<Run> lastPruning) {}

  public Report report() {
    return new Report(
        store.taken(), archive.taken(), retentions.server(), retentions.audit(), record.last());
  }
}

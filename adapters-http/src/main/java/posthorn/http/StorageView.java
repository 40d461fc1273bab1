package posthorn.http;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveSpace;
import posthorn.application.port.StoreSpace;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruningRecord;
import posthorn.application.retention.ReportStorage.Report;

/** How much room history takes, how long it is kept, and what was last removed. */
record StorageView(
    Database database,
    Map<String, StoreSpace.Rows> rows,
    ArchiveSpace.@Nullable Taken archive,
    RetentionView retention,
    @Nullable Pruning lastPruning) {

  /** The sizes of the database. */
  record Database(
      @Nullable String file, long bytes, long freeBytes, long logBytes, long diskFreeBytes) {
    static Database of(StoreSpace.Taken taken) {
      return new Database(
          taken.file(), taken.bytes(), taken.freeBytes(), taken.logBytes(), taken.diskFreeBytes());
    }
  }

  /** When history was last pruned, and what became of it. */
  record Pruning(Instant at, Removed removed, @Nullable String error) {
    static Pruning of(PruningRecord.Run run) {
      return new Pruning(run.at(), Removed.of(run.removed()), run.error());
    }
  }

  /** How much was removed. */
  record Removed(
      int deliveries, int attempts, int events, int inboundMessages, int idempotencyKeys) {
    static Removed of(PruneHistory.Result result) {
      return new Removed(
          result.deliveries(),
          result.attempts(),
          result.events(),
          result.messages(),
          result.keys());
    }
  }

  static StorageView of(Report report) {
    return new StorageView(
        Database.of(report.store()),
        report.store().rows(),
        report.archive().orElse(null),
        RetentionView.of(report.policy()),
        report.lastPruning().map(Pruning::of).orElse(null));
  }
}

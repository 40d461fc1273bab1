package posthorn.http;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveSpace;
import posthorn.application.port.StoreSpace;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruningRecord;
import posthorn.application.retention.ReportStorage.Report;
import posthorn.application.retention.RetentionPolicy;
import posthorn.domain.field.DurationText;

/** How much room history takes, how long it is kept, and what was last removed. */
record StorageView(
    Database database,
    Map<String, StoreSpace.Rows> rows,
    ArchiveSpace.@Nullable Taken archive,
    Kept retention,
    @Nullable Pruning lastPruning) {

  /** The sizes of the database. */
  record Database(
      @Nullable String file, long bytes, long freeBytes, long logBytes, long diskFreeBytes) {
    static Database of(StoreSpace.Taken taken) {
      return new Database(
          taken.file(), taken.bytes(), taken.freeBytes(), taken.logBytes(), taken.diskFreeBytes());
    }
  }

  /** For how long it is kept, by the server. */
  record Kept(String delivered, String attempts, String dead, String audit) {
    static Kept of(RetentionPolicy policy, Duration audit) {
      RetentionView view = RetentionView.of(policy);
      return new Kept(view.delivered(), view.attempts(), view.dead(), DurationText.of(audit));
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
      int deliveries,
      int attempts,
      int events,
      int inboundMessages,
      int idempotencyKeys,
      int auditEntries) {
    static Removed of(PruneHistory.Result result) {
      return new Removed(
          result.deliveries(),
          result.attempts(),
          result.events(),
          result.messages(),
          result.keys(),
          result.changes());
    }
  }

  static StorageView of(Report report) {
    return new StorageView(
        Database.of(report.store()),
        report.store().rows(),
        report.archive().orElse(null),
        Kept.of(report.policy(), report.audit()),
        report.lastPruning().map(Pruning::of).orElse(null));
  }
}

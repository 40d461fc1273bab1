package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import posthorn.application.port.Archive;
import posthorn.application.port.ArchiveSpace;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.History;
import posthorn.application.port.Tenants;
import posthorn.application.port.VitalThreads;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruningRecord;
import posthorn.application.retention.ReportStorage;
import posthorn.application.retention.RetentionPolicy;
import posthorn.application.retention.Retentions;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Configuration.Retention;
import posthorn.bootstrap.retention.Pace;
import posthorn.bootstrap.retention.RetentionLoop;
import posthorn.files.ArchiveFolder;
import posthorn.files.JsonLinesArchive;
import posthorn.sqlite.SqliteStore;

/** The removal of what is old. */
final class RetentionModule extends AbstractModule {
  @Provides
  History history(SqliteStore store) {
    return store.history();
  }

  @Provides
  Archive archive(Configuration configuration) {
    return archiveOf(configuration);
  }

  /** Where no folder is set, nothing is kept. */
  static Archive archiveOf(Configuration configuration) {
    Path folder = configuration.retention().archive();
    return folder == null ? (_, _) -> {} : new JsonLinesArchive(folder);
  }

  @Provides
  Retentions retentions(Configuration configuration, Tenants tenants) {
    return retentionsOf(configuration, tenants);
  }

  static Retentions retentionsOf(Configuration configuration, Tenants tenants) {
    Retention retention = configuration.retention();
    return new Retentions(
        new RetentionPolicy(retention.delivered(), retention.attempts(), retention.dead()),
        retention.audit(),
        tenants);
  }

  @Provides
  @Singleton
  PruningRecord pruningRecord() {
    return new PruningRecord();
  }

  @Provides
  PruneHistory pruneHistory(
      History history,
      Archive archive,
      Retentions retentions,
      PruningRecord pruningRecord,
      ClockTrust clock) {
    return new PruneHistory(history, archive, retentions, pruningRecord, clock);
  }

  @Provides
  ReportStorage reportStorage(
      SqliteStore store,
      Configuration configuration,
      Retentions retentions,
      PruningRecord pruningRecord) {
    return new ReportStorage(
        store.space(), archiveSpaceOf(configuration), retentions, pruningRecord);
  }

  static ArchiveSpace archiveSpaceOf(Configuration configuration) {
    Path folder = configuration.retention().archive();
    return folder == null ? Optional::empty : new ArchiveFolder(folder);
  }

  @Provides
  @Singleton
  RetentionLoop retentionLoop(
      PruneHistory pruneHistory, InstantSource clock, VitalThreads threads) {
    return new RetentionLoop(pruneHistory, clock, Pace.DEFAULT, threads);
  }
}

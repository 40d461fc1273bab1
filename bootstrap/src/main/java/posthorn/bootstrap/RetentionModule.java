package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import posthorn.application.port.Archive;
import posthorn.application.port.History;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.RetentionPolicy;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Configuration.Retention;
import posthorn.bootstrap.retention.Pace;
import posthorn.bootstrap.retention.RetentionLoop;
import posthorn.files.JsonLinesArchive;
import posthorn.sqlite.SqliteStore;

/** The removal of what is old. */
final class RetentionModule extends AbstractModule {
  @Provides
  History history(SqliteStore store) {
    return store.history();
  }

  /** Where no folder is set, nothing is kept. */
  @Provides
  Archive archive(Configuration configuration) {
    Path folder = configuration.retention().archive();
    return folder == null ? (_, _) -> {} : new JsonLinesArchive(folder);
  }

  @Provides
  PruneHistory pruneHistory(History history, Archive archive, Configuration configuration) {
    Retention retention = configuration.retention();
    return new PruneHistory(
        history,
        archive,
        new RetentionPolicy(retention.delivered(), retention.attempts(), retention.dead()));
  }

  @Provides
  @Singleton
  RetentionLoop retentionLoop(PruneHistory pruneHistory, InstantSource clock) {
    return new RetentionLoop(pruneHistory, clock, Pace.DEFAULT);
  }
}

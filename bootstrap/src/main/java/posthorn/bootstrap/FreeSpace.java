package posthorn.bootstrap;

import java.io.PrintStream;
import java.time.InstantSource;
import posthorn.application.port.StoreSpace;
import posthorn.application.retention.PruneHistory;
import posthorn.application.retention.PruneHistory.Result;
import posthorn.application.retention.PruningRecord;
import posthorn.bootstrap.clock.ClockGuard;
import posthorn.bootstrap.config.Configuration;
import posthorn.sqlite.SqliteFile;
import posthorn.sqlite.SqliteStore;

/** The {@code doctor --free} command: removes what is old, and gives its space back, all of it. */
final class FreeSpace {
  private static final int EXIT_OK = 0;
  private static final int EXIT_FAILED = 1;

  private final PrintStream out;
  private final PrintStream err;
  private final InstantSource clock;
  private final boolean rewrite;

  /**
   * The command.
   *
   * @param rewrite whether the whole file is to be written anew, where the disk has room for it
   */
  FreeSpace(PrintStream out, PrintStream err, InstantSource clock, boolean rewrite) {
    this.out = out;
    this.err = err;
    this.clock = clock;
    this.rewrite = rewrite;
  }

  int run(Configuration configuration) {
    return StoppedServer.work(configuration, err, "could not free space", this::free);
  }

  private int free(Configuration configuration) {
    var file = new SqliteFile(configuration.store().url());
    Result removed;
    // A server that was killed has left its log, and its schema may be older: opening sees to both.
    StoreSpace.Taken before;
    try (SqliteStore store = SealedStore.open(configuration, new SystemModule().randomness())) {
      before = store.space().taken();
      out.println("before   " + sizes(before));
      var clockTrust = new ClockGuard(store.trustedTime(), clock, System::nanoTime);
      if (!clockTrust.isTrusted()) {
        err.println(
            "posthorn: it is "
                + clock.instant()
                + " by this machine's clock, more than a day after the server ran last or before"
                + " that; set the clock right, or start the server and POST /v1/clock/agree");
        return EXIT_FAILED;
      }
      removed =
          new PruneHistory(
                  store.history(),
                  RetentionModule.archiveOf(configuration),
                  RetentionModule.retentionsOf(configuration, store.tenants()),
                  new PruningRecord(),
                  clockTrust)
              .prune(clock.instant(), () -> true);
    }
    out.println("removed  " + counts(removed));
    if (rewrite && !hasRoom(file.taken())) {
      return EXIT_FAILED;
    }
    if (rewrite) {
      file.rewrite();
    } else {
      file.shrink();
    }
    out.println("after    " + sizes(file.taken()));
    return EXIT_OK;
  }

  private boolean hasRoom(StoreSpace.Taken taken) {
    long needed = 2 * (taken.bytes() - taken.freeBytes());
    if (taken.diskFreeBytes() >= needed) {
      return true;
    }
    err.println(
        "posthorn: writing the database anew takes "
            + ByteText.of(needed)
            + " for a while, and the disk has "
            + ByteText.of(taken.diskFreeBytes())
            + "; 'posthorn doctor --free' without --vacuum needs none");
    return false;
  }

  private static String sizes(StoreSpace.Taken taken) {
    return "database "
        + ByteText.of(taken.bytes())
        + ", of which "
        + ByteText.of(taken.freeBytes())
        + " are free; write-ahead log "
        + ByteText.of(taken.logBytes())
        + "; free on the disk "
        + ByteText.of(taken.diskFreeBytes());
  }

  private static String counts(Result removed) {
    return removed.deliveries()
        + " deliveries, "
        + removed.attempts()
        + " attempts of others, "
        + removed.events()
        + " events, "
        + removed.messages()
        + " inbound messages, "
        + removed.keys()
        + " idempotency keys, "
        + removed.changes()
        + " entries of the audit log";
  }
}

package posthorn.application.retention;

import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Archive;
import posthorn.application.port.ArchiveEntry;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.History;
import posthorn.application.port.History.Before;
import posthorn.application.port.History.Old;
import posthorn.application.port.History.Page;
import posthorn.application.publish.PublishEvent;
import posthorn.application.retention.PruningRecord.Run;
import posthorn.domain.tenant.TenantId;

/**
 * Removes what is over and older than its tenant keeps it, batch by batch. A batch is durable in
 * the archive before it is removed; if the process ends in between, it is archived once more.
 */
public final class PruneHistory {
  /** Few enough that nobody who publishes meanwhile waits for long. */
  static final int BATCH = 250;

  private static final String CLOCK_IN_DOUBT =
      "the clock is in doubt: set it right, or agree with POST /v1/clock/agree";

  private final History history;
  private final Archive archive;
  private final Retentions retentions;
  private final PruningRecord record;
  private final ClockTrust clock;

  public PruneHistory(
      History history,
      Archive archive,
      Retentions retentions,
      PruningRecord record,
      ClockTrust clock) {
    this.history = history;
    this.archive = archive;
    this.retentions = retentions;
    this.record = record;
    this.clock = clock;
  }

  /**
   * How much was removed.
   *
   * @param attempts those of deliveries that stay; the others went with their deliveries
   * @param messages of sources
   * @param changes of the audit log
   */
  public record Result(
      int deliveries, int attempts, int events, int messages, int keys, int changes) {
    static final Result NOTHING = new Result(0, 0, 0, 0, 0, 0);

    public boolean isNothing() {
      return equals(NOTHING);
    }
  }

  /**
   * Removes all that is old now, and frees its space; nothing while the clock is in doubt, which is
   * asked again before each batch: what is removed is gone for good.
   *
   * @param mayGoOn asked before each batch, and free to let it wait; a no ends the pruning
   */
  public Result prune(Instant now, BooleanSupplier mayGoOn) {
    if (!clock.isTrusted()) {
      record.set(new Run(now, Result.NOTHING, CLOCK_IN_DOUBT));
      return Result.NOTHING;
    }
    try {
      Result result = pruneAll(now, () -> mayGoOn.getAsBoolean() && clock.isTrusted());
      record.set(new Run(now, result, null));
      return result;
    } catch (RuntimeException e) {
      record.set(
          new Run(now, Result.NOTHING, e.getMessage() == null ? e.toString() : e.getMessage()));
      throw e;
    }
  }

  private Result pruneAll(Instant now, BooleanSupplier mayGoOn) {
    Function<TenantId, RetentionPolicy> policies = retentions.asOfNow();
    Before delivered = tenant -> policies.apply(tenant).deliveredBefore(now);
    int deliveries =
        prune(history.deliveries(delivered), now, mayGoOn)
            + prune(
                history.deadLetters(tenant -> policies.apply(tenant).deadBefore(now)),
                now,
                mayGoOn);
    Before attempted = tenant -> policies.apply(tenant).attemptsBefore(now);
    int attempts = prune(history.attempts(attempted), now, mayGoOn);
    int messages = prune(history.messages(delivered), now, mayGoOn);
    // After the deliveries, which may have been the last of their events.
    int events = prune(history.events(delivered), now, mayGoOn);
    int changes = prune(history.changes(now.minus(retentions.audit())), now, mayGoOn);
    Instant keysBefore = now.minus(PublishEvent.KEY_WINDOW);
    int keys = repeat(limit -> history.removeKeys(keysBefore, limit), mayGoOn);
    int orphans = repeat(history::removeOrphans, mayGoOn);
    Instant minutesBefore = RetentionPolicy.minutesBefore(now);
    repeat(limit -> history.rollUpStatistics(minutesBefore, limit), mayGoOn);
    Before counted = tenant -> policies.apply(tenant).statisticsBefore(now);
    repeat(limit -> history.removeStatistics(counted, limit), mayGoOn);
    while (mayGoOn.getAsBoolean() && history.reclaimSpace()) {
      // A little at a time.
    }
    return new Result(deliveries + orphans, attempts, events, messages, keys, changes);
  }

  private <T extends ArchiveEntry> int prune(Old<T> old, Instant now, BooleanSupplier mayGoOn) {
    int removed = 0;
    @Nullable String after = null;
    while (mayGoOn.getAsBoolean()) {
      Page<T> page = old.page(after, BATCH);
      if (!page.entries().isEmpty()) {
        archive.write(page.entries(), now);
        removed += old.removeIfStillOld(page.entries());
      }
      after = page.next();
      if (after == null) {
        break;
      }
    }
    return removed;
  }

  /** Batch by batch, until one is not full. */
  private static int repeat(IntUnaryOperator batch, BooleanSupplier mayGoOn) {
    int done = 0;
    int last = BATCH;
    while (last == BATCH && mayGoOn.getAsBoolean()) {
      last = batch.applyAsInt(BATCH);
      done += last;
    }
    return done;
  }
}

package posthorn.domain.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryId;

/**
 * One time through the dead letters, from the oldest to the newest, and how far it has come.
 *
 * @param number counts the runs of an operation, from 1; 0 before the first
 * @param startedAt what died later is left out; null before the first run
 * @param ceiling what was made later, and so has a greater id, is left out, however clocks are set
 * @param reached the last dead letter that was looked at
 * @param matched how many there were to replay
 * @param replayed how many were
 * @param failed how many could not be, since their webhook is gone
 */
public record BatchRun(
    int number,
    @Nullable Instant startedAt,
    @Nullable DeliveryId ceiling,
    @Nullable DeliveryId reached,
    int matched,
    int replayed,
    int failed) {

  /** Before the first run; so many would be replayed now. */
  static BatchRun expecting(int matched) {
    return new BatchRun(0, null, null, null, matched, 0, 0);
  }

  BatchRun next(DeliveryId nextCeiling, int nextMatched, Instant now) {
    return new BatchRun(number + 1, now, nextCeiling, null, nextMatched, 0, 0);
  }

  BatchRun advanced(DeliveryId nowReached, int newlyReplayed, int newlyFailed) {
    int done = replayed + newlyReplayed;
    int notDone = failed + newlyFailed;
    // What died in the moment of the start may have come after the counting.
    int all = Math.max(matched, done + notDone);
    return new BatchRun(number, startedAt, ceiling, nowReached, all, done, notDone);
  }
}

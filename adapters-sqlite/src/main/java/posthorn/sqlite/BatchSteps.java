package posthorn.sqlite;

import static java.util.Objects.requireNonNull;
import static posthorn.sqlite.schema.Tables.BATCH_OPERATIONS;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import posthorn.application.port.BatchOperations.Step;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.sqlite.schema.tables.records.BatchOperationsRecord;

/** Steps of bulk replays: the replays and how far the operation is by them, written together. */
final class BatchSteps implements Batch<BatchSteps.Command, Optional<BatchOperation>> {
  record Command(BatchOperation seen, Step step, Instant now) {}

  /**
   * Notes that a dead letter is replayed, if it is one. Parameters: when; its id, died by, whether
   * it may have been replayed before.
   */
  static final String MARK =
      """
      UPDATE deliveries SET replayed_at = max(?, completed_at)
      WHERE id = ? AND status = 'dead' AND completed_at <= ?
        AND (? OR replayed_at IS NULL OR replayed_at < completed_at)
      """;

  @Override
  public List<Optional<BatchOperation>> run(WriterSession session, List<Command> commands)
      throws SQLException {
    var done = new ArrayList<Optional<BatchOperation>>(commands.size());
    for (Command command : commands) {
      done.add(step(session, command));
    }
    return done;
  }

  /** Nobody else writes between the reading and the writing: both are in the writer's turn. */
  private static Optional<BatchOperation> step(WriterSession session, Command command)
      throws SQLException {
    BatchOperation seen = command.seen();
    if (!isUnchanged(session, seen)) {
      return Optional.empty();
    }
    int made = 0;
    for (Delivery replay : command.step().replays()) {
      if (mark(
          session,
          replay,
          requireNonNull(seen.run().startedAt()),
          seen.plan().includesReplayed())) {
        DeliveryRows.insert(session, replay);
        made++;
      }
    }
    BatchOperation after = command.step().after(seen, made, command.now());
    var row = new BatchOperationsRecord();
    BatchOperationRows.putProgress(row, after);
    session
        .sql()
        .update(BATCH_OPERATIONS)
        .set(row)
        .where(BATCH_OPERATIONS.ID.eq(seen.id().value()))
        .execute();
    return Optional.of(after);
  }

  private static boolean isUnchanged(WriterSession session, BatchOperation seen) {
    return session
        .sql()
        .fetchExists(
            BATCH_OPERATIONS,
            BATCH_OPERATIONS
                .ID
                .eq(seen.id().value())
                .and(BATCH_OPERATIONS.VERSION.eq(seen.version())));
  }

  /** Of a replay that a person asked for, whenever what it repeats has died, if it has. */
  static void mark(WriterSession session, Delivery replay) throws SQLException {
    if (replay.replayOf() != null) {
      boolean _ = mark(session, replay, Instant.ofEpochMilli(Long.MAX_VALUE), true);
    }
  }

  private static boolean mark(
      WriterSession session, Delivery replay, Instant diedBy, boolean evenIfReplayed)
      throws SQLException {
    DeliveryId original = requireNonNull(replay.replayOf());
    return session
            .prepared(MARK)
            .time(replay.createdAt())
            .text(original.value())
            .time(diedBy)
            .number(evenIfReplayed ? 1L : 0L)
            .run()
        > 0;
  }
}

package posthorn.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import posthorn.application.port.Events;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;
import posthorn.application.port.StoreFullException;
import posthorn.application.port.VitalThreads;

/**
 * The only one who writes. Callers queue; one thread takes what has gathered, runs it in one
 * transaction, and lets all of them go when the commit is on disk. So the cost of a commit is
 * shared by as many as happen to wait for it, and nobody ever waits for a lock.
 */
final class SqliteWriter implements AutoCloseable {
  private static final int MAX_BATCH = 1_000;
  private static final int STOP_ROOM = 1;

  /** One batch, on a disk that is very slow. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** How often the thread gives a sign of life while there is nothing to write. */
  private static final Duration IDLE = Duration.ofSeconds(10);

  /**
   * How much may wait. Whoever brings new work is turned away beyond {@code newWork} operations or
   * {@code newBytes} bytes of it; what finishes work that is under way may always wait, so that the
   * one cannot crowd out the other.
   *
   * @param deliveriesPerCommit of new work; what writes more by itself has a commit of its own
   */
  record Limits(int newWork, long newBytes, int underWay, int deliveriesPerCommit) {
    static final Limits DEFAULT =
        new Limits(8_000, 64L * 1024 * 1024, 8_000, Events.MOST_DELIVERIES_PER_COMMIT);
  }

  private final WriterSession session;
  private final StoredBytes storedBytes = new StoredBytes();
  private final Limits limits;
  private final BlockingQueue<Operation<?, ?>> queue;
  private final AtomicLong newWork = new AtomicLong();
  private final AtomicLong newBytes = new AtomicLong();
  private final Thread thread;

  /** Set by the thread when it stops, whatever stopped it: nothing that comes later is done. */
  private volatile boolean stopped;

  SqliteWriter(Connection connection, Limits limits, Holds holds, VitalThreads threads) {
    try {
      session = new WriterSession(connection, holds, storedBytes);
    } catch (SQLException e) {
      throw new StoreException("the database could not be opened for writing", e);
    }
    this.limits = limits;
    queue = new ArrayBlockingQueue<>(limits.newWork + limits.underWay + STOP_ROOM);
    thread = threads.create("sqlite-writer", PATIENCE, this::run);
    thread.start();
  }

  /**
   * What new work weighs.
   *
   * @param bytes in memory, while it waits
   * @param deliveries that it writes: most of what a commit costs
   */
  record Weight(long bytes, int deliveries) {
    static final Weight NONE = new Weight(0, 0);
  }

  /** What all commits have added up to. */
  StoredBytes storedBytes() {
    return storedBytes;
  }

  /** Does the work in a transaction and returns when it is committed. */
  <T> T write(Function<DSLContext, T> work) {
    return write(alone(work), true);
  }

  private static <T> Batch<Boolean, T> alone(Function<DSLContext, T> work) {
    return (session, commands) -> commands.stream().map(_ -> work.apply(session.sql())).toList();
  }

  /** Has it done together with what others ask of the same, and returns when it is committed. */
  <C, R> R write(Batch<C, R> batch, C command) {
    return write(batch, command, Weight.NONE);
  }

  private <C, R> R write(Batch<C, R> batch, C command, Weight weight) {
    var operation = new Operation<>(batch, command, weight.deliveries);
    enqueue(operation);
    return operation.await();
  }

  /**
   * The same, for who brings new work.
   *
   * @throws StoreBusyException if too much waits already
   */
  <C, R> R writeNew(Batch<C, R> batch, C command, Weight weight) {
    long bytes = weight.bytes;
    long work = newWork.incrementAndGet();
    long waiting = newBytes.addAndGet(bytes) - bytes;
    try {
      if (work > limits.newWork || waiting > limits.newBytes) {
        throw new StoreBusyException("too much is waiting to be written");
      }
      return write(batch, command, weight);
    } finally {
      newWork.decrementAndGet();
      newBytes.addAndGet(-bytes);
    }
  }

  private void enqueue(Operation<?, ?> operation) {
    try {
      queue.put(operation);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted before the write was queued", e);
    }
    if (stopped) {
      // It may have come too late for the thread to see it.
      failAllQueued();
    }
  }

  private void run(Heartbeat heartbeat) {
    var batch = new ArrayList<Operation<?, ?>>(MAX_BATCH);
    try {
      while (!batch.contains(Operation.STOP)) {
        batch.clear();
        Operation<?, ?> first = next(heartbeat);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, MAX_BATCH - 1);
          commitInTurn(batch);
        }
      }
    } catch (InterruptedException _) {
      // Nobody interrupts this thread but a dying virtual machine.
      Thread.currentThread().interrupt();
    } catch (Error e) {
      // This thread dies of it; its callers should not wait for ever.
      batch.forEach(operation -> operation.failed(e));
      throw e;
    } finally {
      stopped = true;
      failAllQueued();
    }
  }

  /** The next operation; null if there was none for a while. */
  private @Nullable Operation<?, ?> next(Heartbeat heartbeat) throws InterruptedException {
    heartbeat.beat();
    Operation<?, ?> waiting = queue.poll();
    if (waiting != null) {
      return waiting;
    }
    heartbeat.rest(IDLE);
    Operation<?, ?> come = queue.poll(IDLE.toNanos(), TimeUnit.NANOSECONDS);
    heartbeat.beat();
    return come;
  }

  /** In one commit, unless they write more deliveries than one may. */
  private void commitInTurn(List<Operation<?, ?>> operations) {
    int from = 0;
    int deliveries = 0;
    for (int i = 0; i < operations.size(); i++) {
      int more = operations.get(i).deliveries;
      if (deliveries > 0 && deliveries + more > limits.deliveriesPerCommit) {
        commitTogether(operations.subList(from, i));
        from = i;
        deliveries = 0;
      }
      deliveries += more;
    }
    commitTogether(operations.subList(from, operations.size()));
  }

  private void commitTogether(List<Operation<?, ?>> operations) {
    try {
      Operation.runAll(operations, session);
      session.commit();
    } catch (Exception together) {
      rollBack(together);
      commitOneByOne(operations, together);
      return;
    }
    // Callers are virtual threads, mostly: to wake many of them is cheaper from one of their kind.
    List<Operation<?, ?>> done = List.copyOf(operations);
    Thread.startVirtualThread(() -> done.forEach(Operation::committed));
  }

  /** One of them is at fault; alone, each of the others succeeds and only that one fails. */
  private void commitOneByOne(List<Operation<?, ?>> operations, Exception together) {
    if (operations.size() == 1) {
      operations.getFirst().failed(together);
      return;
    }
    for (Operation<?, ?> operation : operations) {
      try {
        Operation.runAll(List.of(operation), session);
        session.commit();
        operation.committed();
      } catch (Exception alone) {
        rollBack(alone);
        operation.failed(alone);
      }
    }
  }

  private void rollBack(Exception cause) {
    try {
      session.rollBack();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private void failAllQueued() {
    var left = new ArrayList<Operation<?, ?>>();
    queue.drainTo(left);
    left.forEach(operation -> operation.failed(new IllegalStateException("the store is closed")));
  }

  /** Finishes what is queued, then closes the connection. */
  @Override
  public void close() {
    try {
      queue.put(Operation.STOP);
      thread.join();
      session.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while the database was closing", e);
    } catch (SQLException e) {
      throw new StoreException("the database could not be closed", e);
    }
  }

  /** What one caller asks for, and the promise of its result. */
  private static final class Operation<C, R> {
    static final Operation<?, ?> STOP = new Operation<>((_, commands) -> commands, Boolean.TRUE, 0);

    private final Batch<C, R> batch;
    private final C command;
    private final int deliveries;
    private final CompletableFuture<R> outcome = new CompletableFuture<>();
    private Runnable announcement = () -> {};

    Operation(Batch<C, R> batch, C command, int deliveries) {
      this.batch = batch;
      this.command = command;
      this.deliveries = deliveries;
    }

    /** Runs them kind by kind; their callers wait, so none can depend on another. */
    static void runAll(List<Operation<?, ?>> operations, WriterSession session)
        throws SQLException {
      Map<Batch<?, ?>, List<Operation<?, ?>>> byKind = new LinkedHashMap<>();
      operations.forEach(operation ->
          byKind.computeIfAbsent(operation.batch, _ -> new ArrayList<>()).add(operation));
      for (List<Operation<?, ?>> same : byKind.values()) {
        same.getFirst().runWith(same, session);
      }
    }

    /** All of them are of this one's kind, and so of its types. */
    @SuppressWarnings("unchecked")
    private void runWith(List<Operation<?, ?>> same, WriterSession session) throws SQLException {
      List<C> commands =
          same.stream().map(operation -> ((Operation<C, R>) operation).command).toList();
      List<R> results = batch.run(session, commands);
      for (int i = 0; i < same.size(); i++) {
        ((Operation<C, R>) same.get(i)).done(results.get(i));
      }
    }

    private void done(R result) {
      announcement = () -> outcome.complete(result);
    }

    void committed() {
      announcement.run();
    }

    void failed(Throwable cause) {
      outcome.completeExceptionally(cause);
    }

    private static StoreException failureOf(@Nullable Throwable cause) {
      for (Throwable each = cause; each != null; each = each.getCause()) {
        if (each instanceof SQLiteException sqlite
            && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL) {
          return new StoreFullException("the database has no room to grow", cause);
        }
      }
      return new StoreException("the database could not be written", cause);
    }

    R await() {
      try {
        // Not interruptible: a caller that went away early would not know whether it was written.
        return outcome.join();
      } catch (CompletionException e) {
        throw failureOf(e.getCause());
      }
    }
  }
}

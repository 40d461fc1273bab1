package posthorn.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jooq.DSLContext;
import posthorn.application.port.StoreException;

/**
 * The only one who writes. Callers queue; one thread takes what has gathered, runs it in one
 * transaction, and lets all of them go when the commit is on disk. So the cost of a commit is
 * shared by as many as happen to wait for it, and nobody ever waits for a lock.
 */
final class SqliteWriter implements AutoCloseable {
  private static final int QUEUE_CAPACITY = 10_000;
  private static final int MAX_BATCH = 1_000;

  private final Connection connection;
  private final DSLContext sql;
  private final BlockingQueue<Operation<?>> queue = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
  private final Thread thread;

  /** Set by the thread when it stops, whatever stopped it: nothing that comes later is done. */
  private volatile boolean stopped;

  SqliteWriter(Connection connection) {
    this.connection = connection;
    this.sql = Jooq.on(connection);
    try {
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      throw new StoreException("the database could not be opened for writing", e);
    }
    thread = Thread.ofPlatform().name("sqlite-writer").start(this::run);
  }

  /**
   * Does the work in a transaction and returns when it is committed. The work may be run again
   * after a rollback, so it changes nothing but the database.
   */
  <T> T write(Function<DSLContext, T> work) {
    var operation = new Operation<>(work);
    enqueue(operation);
    if (stopped) {
      // It may have come too late for the thread to see it.
      failAllQueued();
    }
    return operation.await();
  }

  private void enqueue(Operation<?> operation) {
    try {
      queue.put(operation);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted before the write was queued", e);
    }
  }

  private void run() {
    var batch = new ArrayList<Operation<?>>(MAX_BATCH);
    try {
      while (!batch.contains(Operation.STOP)) {
        batch.clear();
        batch.add(queue.take());
        queue.drainTo(batch, MAX_BATCH - 1);
        commitTogether(batch);
      }
    } catch (InterruptedException _) {
      // Nobody interrupts this thread but a dying virtual machine.
      Thread.currentThread().interrupt();
    } finally {
      stopped = true;
      failAllQueued();
    }
  }

  private void commitTogether(List<Operation<?>> batch) {
    try {
      batch.forEach(operation -> operation.run(sql));
      connection.commit();
    } catch (Exception together) {
      rollBack(together);
      commitOneByOne(batch, together);
      return;
    }
    batch.forEach(Operation::committed);
  }

  /** One of them is at fault; alone, each of the others succeeds and only that one fails. */
  private void commitOneByOne(List<Operation<?>> batch, Exception together) {
    if (batch.size() == 1) {
      batch.getFirst().failed(together);
      return;
    }
    for (Operation<?> operation : batch) {
      try {
        operation.run(sql);
        connection.commit();
        operation.committed();
      } catch (Exception alone) {
        rollBack(alone);
        operation.failed(alone);
      }
    }
  }

  private void rollBack(Exception cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private void failAllQueued() {
    var left = new ArrayList<Operation<?>>();
    queue.drainTo(left);
    left.forEach(operation -> operation.failed(new IllegalStateException("the store is closed")));
  }

  /** Finishes what is queued, then closes the connection. */
  @Override
  public void close() {
    try {
      queue.put(Operation.STOP);
      thread.join();
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while the database was closing", e);
    } catch (SQLException e) {
      throw new StoreException("the database could not be closed", e);
    }
  }

  /** One caller's work and the promise of its result. */
  private static final class Operation<T> {
    static final Operation<?> STOP = new Operation<>(_ -> Boolean.TRUE);

    private final Function<DSLContext, T> work;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private Runnable announcement = () -> {};

    Operation(Function<DSLContext, T> work) {
      this.work = work;
    }

    void run(DSLContext sql) {
      T result = work.apply(sql);
      announcement = () -> outcome.complete(result);
    }

    void committed() {
      announcement.run();
    }

    void failed(Exception cause) {
      outcome.completeExceptionally(cause);
    }

    T await() {
      try {
        // Not interruptible: a caller that went away early would not know whether it was written.
        return outcome.join();
      } catch (CompletionException e) {
        throw new StoreException("the database could not be written", e.getCause());
      }
    }
  }
}

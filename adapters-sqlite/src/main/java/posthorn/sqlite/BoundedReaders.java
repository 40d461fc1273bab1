package posthorn.sqlite;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import posthorn.application.port.QueryTooSlowException;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;

/**
 * Reads what callers of the API ask for: a few at a time, on threads of the platform, with a
 * deadline. SQLite runs as native code, which would keep a request's virtual thread on its
 * processor until the end.
 */
final class BoundedReaders implements SqliteReaders {
  static final int THREADS = 4;

  private final DirectReaders readers;
  private final Duration deadline;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().daemon().name("sqlite-reader-", 0).factory());

  /**
   * Readers.
   *
   * @param deadline from when a caller asks, so that waiting for a thread counts
   */
  BoundedReaders(DataSource dataSource, Duration deadline) {
    this.readers = new DirectReaders("sqlite-readers", dataSource, THREADS);
    this.deadline = deadline;
  }

  private final class Reading<T> implements Callable<T> {
    private final Function<DSLContext, T> query;
    private volatile boolean begun;
    private volatile boolean wanted = true;

    Reading(Function<DSLContext, T> query) {
      this.query = query;
    }

    @Override
    public T call() {
      begun = true;
      return readers.readWhile(() -> wanted, query);
    }
  }

  @Override
  public <T> T read(Function<DSLContext, T> query) {
    var reading = new Reading<>(query);
    Future<T> result = threads.submit(reading);
    try {
      return result.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      // If no thread has taken it yet, none will.
      result.cancel(false);
      throw reading.begun
          ? new QueryTooSlowException(deadline)
          : new StoreBusyException("other callers' reads take too long");
    } catch (ExecutionException e) {
      throw causeOf(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while the database was read", e);
    } finally {
      reading.wanted = false;
    }
  }

  private static RuntimeException causeOf(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException known
        ? known
        : new StoreException("the database could not be read", e);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    readers.close();
  }
}

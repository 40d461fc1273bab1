package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;
import posthorn.application.port.VitalThreads;

class SqliteWriterTest {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private static final SqliteWriter.Weight TEN_BYTES = new SqliteWriter.Weight(10, 1);

  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final CompletableFuture<Throwable> death = new CompletableFuture<>();
  private SqliteWriter writer;

  @BeforeEach
  void aTable() throws SQLException {
    writer =
        new SqliteWriter(
            SqliteConnections.forWriting(store.url(), Durability.FULL).getConnection(),
            new SqliteWriter.Limits(1, 100, 2_000, 10),
            new Holds(),
            this::watched);
    writer.write(sql -> sql.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)"));
  }

  private Thread watched(String name, Duration patience, VitalThreads.Body body) {
    return Thread.ofPlatform()
        .name(name)
        .uncaughtExceptionHandler((_, cause) -> death.complete(cause))
        .unstarted(() -> body.run(Heartbeat.UNHEARD));
  }

  @AfterEach
  void close() {
    callers.close();
  }

  /** Else its callers would wait for ever, and the server would look alive. */
  @Test
  void an_error_fails_the_write_and_leaves_the_thread_so_that_it_is_noticed() throws Exception {
    var error = new OutOfMemoryError("told so");

    assertThatThrownBy(() ->
            writer.write(_ -> {
              throw error;
            }))
        .isInstanceOf(StoreException.class)
        .hasRootCause(error);

    assertThat(death.get(60, TimeUnit.SECONDS)).isSameAs(error);
    assertThatThrownBy(() -> insert(1)).isInstanceOf(StoreException.class);
  }

  @Test
  void a_write_that_fails_fails_alone_though_it_shared_its_transaction() throws Exception {
    var gate = new CountDownLatch(1);
    // Holds the writer, so that all the others gather behind it into one batch.
    Future<?> first = callers.submit(() -> writer.write(_ -> await(gate)));
    List<Future<Integer>> others = new ArrayList<>();
    for (int n : new int[] {1, 2, 1, 3}) {
      others.add(callers.submit(() -> insert(n)));
    }
    gate.countDown();

    first.get();
    int failed = 0;
    for (Future<Integer> each : others) {
      try {
        assertThat(each.get()).isEqualTo(1);
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(StoreException.class);
        failed++;
      }
    }
    assertThat(failed).isEqualTo(1);
    writer.close();
    assertThat(rows()).isEqualTo(3);
  }

  @Test
  void a_write_has_happened_when_it_returns() throws SQLException {
    insert(7);
    assertThat(rows()).isEqualTo(1);
    writer.close();
  }

  @Test
  void what_was_asked_for_before_the_close_is_done_and_what_comes_after_is_refused()
      throws Exception {
    var gate = new CountDownLatch(1);
    Future<?> first = callers.submit(() -> writer.write(_ -> await(gate)));
    Future<Integer> second = callers.submit(() -> insert(1));
    gate.countDown();
    first.get();
    assertThat(second.get()).isEqualTo(1);
    writer.close();

    assertThat(rows()).isEqualTo(1);
    assertThatThrownBy(() -> insert(2)).isInstanceOf(StoreException.class);
  }

  @Test
  void many_callers_are_all_served() throws Exception {
    var done = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 2_000; i++) {
        int n = i;
        threads.execute(() -> done.addAndGet(insert(n)));
      }
    }
    assertThat(done).hasValue(2_000);
    writer.close();
    assertThat(rows()).isEqualTo(2_000);
  }

  @Test
  void new_work_is_turned_away_while_too_much_of_it_waits() throws Exception {
    var gate = new CountDownLatch(1);
    Batch<Integer, Integer> add =
        (session, numbers) -> {
          await(gate);
          return numbers.stream()
              .map(n -> session.sql().execute("INSERT INTO t VALUES (" + n + ")"))
              .toList();
        };
    var entered = new CountDownLatch(1);
    Future<Integer> first =
        callers.submit(() -> {
          entered.countDown();
          return writer.writeNew(add, 1, TEN_BYTES);
        });
    entered.await();
    Awaitility.await().until(() -> !first.isDone() && isFull(add));

    gate.countDown();
    assertThat(first.get()).isEqualTo(1);
    assertThat(writer.writeNew(add, 2, TEN_BYTES)).isEqualTo(1);
    writer.close();
    assertThat(rows()).isEqualTo(2);
  }

  @Test
  void what_waits_together_shares_a_commit_up_to_its_deliveries() throws Exception {
    writer.close();
    var limits = new SqliteWriter.Limits(8, 1_000, 8, 10);
    var commits = new ConcurrentLinkedQueue<List<Integer>>();
    // All that is asked of a batch in one transaction is asked of it at once.
    Batch<Integer, Integer> note =
        (_, deliveries) -> {
          commits.add(List.copyOf(deliveries));
          return deliveries;
        };
    var gate = new CountDownLatch(1);
    try (var bounded =
        new SqliteWriter(
            SqliteConnections.forWriting(store.url(), Durability.FULL).getConnection(),
            limits,
            new Holds(),
            VitalThreads.UNWATCHED)) {
      Future<?> first = callers.submit(() -> bounded.write(_ -> await(gate)));
      List<Future<Integer>> others = new ArrayList<>();
      for (int deliveries : new int[] {4, 4, 6, 30, 1, 10, 5}) {
        others.add(
            callers.submit(
                () -> bounded.writeNew(note, deliveries, new SqliteWriter.Weight(1, deliveries))));
      }
      gate.countDown();
      first.get();
      for (Future<Integer> other : others) {
        other.get();
      }
    }
    assertThat(commits.stream().flatMap(List::stream))
        .containsExactlyInAnyOrder(4, 4, 6, 30, 1, 10, 5);
    assertThat(commits)
        .allMatch(commit ->
            commit.size() == 1 || commit.stream().mapToInt(Integer::intValue).sum() <= 10);
  }

  private boolean isFull(Batch<Integer, Integer> add) {
    try {
      writer.writeNew(add, 3, TEN_BYTES);
      return false;
    } catch (StoreBusyException _) {
      return true;
    }
  }

  private int insert(int n) {
    return writer.write(sql -> sql.execute("INSERT INTO t VALUES (" + n + ")"));
  }

  private int rows() throws SQLException {
    try (Connection connection = DriverManager.getConnection(store.url());
        var statement = connection.createStatement();
        var result = statement.executeQuery("SELECT count(*) FROM t")) {
      return result.getInt(1);
    }
  }

  private static boolean await(CountDownLatch gate) {
    try {
      gate.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

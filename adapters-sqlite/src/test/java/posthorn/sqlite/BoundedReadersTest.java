package posthorn.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import posthorn.application.port.QueryTooSlowException;
import posthorn.application.port.StoreBusyException;
import posthorn.application.port.StoreException;

class BoundedReadersTest {
  @RegisterExtension final TemporaryStore store = new TemporaryStore();

  private final CountDownLatch ended = new CountDownLatch(1);

  @Test
  void a_read_beyond_its_deadline_is_given_up_and_its_connection_is_free_again() {
    store.open();
    try (var readers = readers(Duration.ofSeconds(1))) {
      // More than there are threads and connections.
      for (int i = 0; i < BoundedReaders.THREADS + 1; i++) {
        assertThatThrownBy(() -> readers.read(BoundedReadersTest::endless))
            .isInstanceOf(QueryTooSlowException.class);
      }
      assertThat(readers.read(BoundedReadersTest::seven)).isEqualTo(7);
    }
  }

  @Test
  void a_read_that_finds_no_thread_is_told_that_the_server_is_busy() throws Exception {
    store.open();
    var begun = new CountDownLatch(BoundedReaders.THREADS);
    try (var readers = readers(Duration.ofSeconds(1))) {
      for (int i = 0; i < BoundedReaders.THREADS; i++) {
        Thread.ofVirtual()
            .start(() -> {
              try {
                readers.read(_ -> {
                  begun.countDown();
                  return await(ended);
                });
              } catch (QueryTooSlowException _) {
                // As long as the test takes.
              }
            });
      }
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();

      assertThatThrownBy(() -> readers.read(BoundedReadersTest::seven))
          .isInstanceOf(StoreBusyException.class);
      ended.countDown();
      assertThat(readers.read(BoundedReadersTest::seven)).isEqualTo(7);
    }
  }

  @Test
  void whatever_callers_read_the_dispatcher_and_the_servers_own_work_go_on() {
    store.open();
    Readers readers = Readers.of(SqliteConnections.forReading(store.url()), Duration.ofMillis(1));
    try {
      for (int i = 0; i < BoundedReaders.THREADS; i++) {
        assertThatThrownBy(() -> readers.callers().read(_ -> await(ended)))
            .isInstanceOfAny(QueryTooSlowException.class, StoreBusyException.class);
      }
      assertThat(readers.dispatcher().<Integer>read(BoundedReadersTest::seven)).isEqualTo(7);
      assertThat(readers.own().<Integer>read(BoundedReadersTest::seven)).isEqualTo(7);
    } finally {
      ended.countDown();
      readers.close();
    }
  }

  @Test
  void a_read_is_on_a_thread_of_the_platform() throws Exception {
    store.open();
    var virtual = new AtomicReference<Boolean>();
    try (var readers = readers(Duration.ofMinutes(1))) {
      Thread.ofVirtual()
          .start(() -> virtual.set(readers.read(_ -> Thread.currentThread().isVirtual())))
          .join();
    }
    assertThat(virtual).hasValue(false);
  }

  @Test
  void what_goes_wrong_is_told_as_it_is() {
    store.open();
    try (var readers = readers(Duration.ofMinutes(1))) {
      assertThatThrownBy(() -> readers.read(sql -> sql.fetchSingle("SELECT none")))
          .isInstanceOf(StoreException.class);
    }
  }

  private static int endless(DSLContext sql) {
    return sql.fetchSingle(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM"
                + " n")
        .get(0, Integer.class);
  }

  private static int seven(DSLContext sql) {
    return sql.fetchSingle("SELECT 7").get(0, Integer.class);
  }

  private BoundedReaders readers(Duration deadline) {
    return new BoundedReaders(SqliteConnections.forReading(store.url()), deadline);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

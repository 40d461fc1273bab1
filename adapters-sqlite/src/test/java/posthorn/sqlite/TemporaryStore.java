package posthorn.sqlite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Deliveries;
import posthorn.application.port.EventHistory;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.SecretSeal;
import posthorn.application.port.StoreSpace;
import posthorn.application.port.TenantStorage;
import posthorn.application.testing.Seals;
import posthorn.application.testing.Stores;

/** A database in a folder of its own for each test; reopening finds what was committed. */
final class TemporaryStore implements AfterEachCallback {
  private final Path folder = newFolder();
  private @Nullable SqliteStore store;

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("posthorn-sqlite-test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "jdbc:sqlite:" + folder.resolve("posthorn.db");
  }

  /** Opens the database, after closing it if it was open. */
  Stores open() {
    return open(Seals.of(1));
  }

  /** The same with keys of the test's own. */
  Stores open(SecretSeal seal) {
    close();
    return keep(SqliteStore.open(url(), Durability.FULL, Duration.ofSeconds(30), seal));
  }

  /** The same on a database that is ready, written to by that connection. */
  Stores open(Connection writing) {
    close();
    return keep(SqliteStore.on(writing, url(), Duration.ofSeconds(30), Seals.of(1)));
  }

  private Stores keep(SqliteStore opened) {
    store = opened;
    return new Stores(
        opened.webhooks(),
        opened.events(),
        opened.deliveries(),
        opened.dueDeliveries(),
        opened.deadLetters(),
        opened.batchOperations(),
        opened.circuits(),
        opened.history(),
        opened.space(),
        opened.statistics(),
        opened.apiKeys(),
        opened.eventHistory(),
        opened.eventTypes(),
        opened.inboundMessages(),
        opened.sources(),
        opened.inboundRoutes(),
        opened.tenants(),
        opened.auditLog(),
        opened.alerting());
  }

  /** The deliveries of the open database, whose lists look at so many rows. */
  Deliveries deliveries(int rowsLookedAt) {
    return requireNonNull(store).deliveries(rowsLookedAt);
  }

  /** The dead letters of the open database, whose lists look at so many rows. */
  DeadLetters deadLetters(int rowsLookedAt) {
    return requireNonNull(store).deadLetters(rowsLookedAt);
  }

  /** The events of the open database, whose lists look at so many rows. */
  EventHistory eventHistory(int rowsLookedAt) {
    return requireNonNull(store).eventHistory(rowsLookedAt);
  }

  /** The received messages of the open database, whose lists look at so many rows. */
  InboundMessages inboundMessages(InboundList list) {
    return requireNonNull(store).inboundMessages(list);
  }

  /** What the open database takes, that counts up to so many rows. */
  StoreSpace space(long mostCounted) {
    return requireNonNull(store).space(mostCounted);
  }

  /** Seals the open database's secrets with the present key; of how many webhooks. */
  int resealSecrets() {
    return requireNonNull(store).resealSecrets();
  }

  /** All bytes on disk, of the database and of its log, as characters. */
  String bytes() throws IOException {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        all.append(Files.readString(file, ISO_8859_1));
      }
    }
    return all.toString();
  }

  /** Removes what is there, so that the next to open it makes a new one. */
  void startAnew() {
    close();
    for (String suffix : List.of("", "-wal", "-shm")) {
      try {
        Files.deleteIfExists(folder.resolve("posthorn.db" + suffix));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What the commits have added up to is what there is. */
  void checkStoredBytes() {
    close();
    String count =
        """
        SELECT count(*) FROM (
          SELECT tenant_id, sum(bytes) AS bytes FROM (
            SELECT tenant_id, %d + length(data) AS bytes FROM events
            UNION ALL SELECT tenant_id, %d + length(data) FROM inbound_messages
            UNION ALL SELECT tenant_id, %d FROM deliveries
            UNION ALL SELECT tenant_id, %d FROM attempts
            UNION ALL SELECT tenant_id, %d FROM event_sequences) GROUP BY tenant_id) AS there
        FULL JOIN stored_bytes AS sums ON sums.tenant_id = there.tenant_id
        WHERE ifnull(there.bytes, 0) <> ifnull(sums.bytes, 0)
        """
            .formatted(
                StoredBytes.EVENT,
                StoredBytes.MESSAGE,
                StoredBytes.DELIVERY,
                StoredBytes.ATTEMPT,
                StoredBytes.SEQUENCE);
    try (Connection connection = DriverManager.getConnection(url());
        var statement = connection.createStatement();
        var wrong = statement.executeQuery(count)) {
      assertThat(wrong.getLong(1)).as("tenants whose stored bytes are wrong").isZero();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** How much each tenant of the open database has stored. */
  TenantStorage tenantStorage() {
    return requireNonNull(store).tenantStorage();
  }

  void close() {
    if (store != null) {
      store.close();
      store = null;
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}

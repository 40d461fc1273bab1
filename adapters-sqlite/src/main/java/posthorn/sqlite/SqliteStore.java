package posthorn.sqlite;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sqlite.SQLiteDataSource;
import posthorn.application.port.AlertStores;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.AuditLog;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.Circuits;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.EventHistory;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Events;
import posthorn.application.port.History;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundRoutes;
import posthorn.application.port.SealException;
import posthorn.application.port.SecretSeal;
import posthorn.application.port.Sources;
import posthorn.application.port.Statistics;
import posthorn.application.port.StoreException;
import posthorn.application.port.StoreSpace;
import posthorn.application.port.TenantStorage;
import posthorn.application.port.Tenants;
import posthorn.application.port.TrustedTime;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.Webhooks;

/** All store ports on one SQLite database. */
public final class SqliteStore implements AutoCloseable {
  /** For one page of a list: some tens of milliseconds, however large the history is. */
  private static final int ROWS_LOOKED_AT = 50_000;

  /** For one page of a search for a text: some tenths of a second, where it is in memory. */
  private static final long BYTES_LOOKED_THROUGH = 64L << 20;

  private final SqliteWriter writer;
  private final Readers readers;
  private final Checkpoints checkpoints;
  private final SqliteSpace space;
  private final SecretRows secrets;
  private final Holds holds;
  private final Webhooks webhooks;
  private final ApiKeys apiKeys;
  private final EventTypes eventTypes;
  private final SqliteInboundRoutes inboundRoutes;
  private final Sources sources;
  private final Tenants tenants;

  private SqliteStore(
      SqliteWriter writer,
      Readers readers,
      Checkpoints checkpoints,
      SqliteSpace space,
      SecretRows secrets,
      Holds holds) {
    this.writer = writer;
    this.readers = readers;
    this.checkpoints = checkpoints;
    this.space = space;
    this.secrets = secrets;
    this.holds = holds;
    this.webhooks = new SqliteWebhooks(writer, readers.own(), secrets);
    this.apiKeys = new SqliteApiKeys(writer, readers.own());
    this.eventTypes = new SqliteEventTypes(writer, readers.own());
    this.inboundRoutes = new SqliteInboundRoutes(writer, readers.own());
    this.sources = new SqliteSources(writer, readers.own(), secrets, inboundRoutes);
    this.tenants = new SqliteTenants(writer, readers.own());
    writer.storedBytes().load(readers.own());
  }

  /**
   * Opens the database for a tool: nobody watches over the store's threads.
   *
   * @param url a {@code jdbc:sqlite:} URL of a file
   * @param deadline for a read that a caller of the API asks for
   * @throws SealException if the seal does not open a secret that is in it
   */
  public static SqliteStore open(
      String url, Durability durability, Duration deadline, SecretSeal seal) {
    return open(url, durability, deadline, seal, VitalThreads.UNWATCHED);
  }

  /**
   * Opens the database, makes it if it is not there, and brings its schema up to date.
   *
   * @param url a {@code jdbc:sqlite:} URL of a file
   * @param deadline for a read that a caller of the API asks for
   * @param threads what the store's own threads are made by
   * @throws SealException if the seal does not open a secret that is in it
   */
  public static SqliteStore open(
      String url, Durability durability, Duration deadline, SecretSeal seal, VitalThreads threads) {
    allowShrinking(url);
    SQLiteDataSource dataSource = SqliteConnections.forWriting(url, durability);
    migrate(dataSource);
    return on(connect(dataSource), url, deadline, seal, threads);
  }

  /** On a database that is ready, written to by that connection. */
  static SqliteStore on(Connection writing, String url, Duration deadline, SecretSeal seal) {
    return on(writing, url, deadline, seal, VitalThreads.UNWATCHED);
  }

  private static SqliteStore on(
      Connection writing, String url, Duration deadline, SecretSeal seal, VitalThreads threads) {
    var holds = new Holds();
    var writer = new SqliteWriter(writing, SqliteWriter.Limits.DEFAULT, holds, threads);
    var readers = Readers.of(SqliteConnections.forReading(url), deadline);
    // However durable commits are, what leaves the log has to be on disk before.
    var checkpoints =
        new Checkpoints(connect(SqliteConnections.forWriting(url, Durability.FULL)), threads);
    try {
      return new SqliteStore(
          writer, readers, checkpoints, new SqliteSpace(writer, url), new SecretRows(seal), holds);
    } catch (RuntimeException e) {
      close(writer, readers, checkpoints);
      throw e;
    }
  }

  /** Has to be said before anything is in the file: then space can be given back bit by bit. */
  private static void allowShrinking(String url) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
    } catch (SQLException e) {
      throw new StoreException("the database could not be opened", e);
    }
  }

  private static void migrate(DataSource dataSource) {
    try {
      Flyway.configure()
          .dataSource(dataSource)
          .locations("classpath:posthorn/sqlite/migrations")
          .failOnMissingLocations(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new StoreException("the database could not be opened and migrated", e);
    }
  }

  private static Connection connect(SQLiteDataSource dataSource) {
    try {
      return dataSource.getConnection();
    } catch (SQLException e) {
      throw new StoreException("the database could not be opened", e);
    }
  }

  public Webhooks webhooks() {
    return webhooks;
  }

  public Events events() {
    return new SqliteEvents(writer);
  }

  public EventHistory eventHistory() {
    return eventHistory(ROWS_LOOKED_AT);
  }

  EventHistory eventHistory(int rowsLookedAt) {
    return new SqliteEventHistory(readers.callers(), new EventList(rowsLookedAt), holds);
  }

  public EventTypes eventTypes() {
    return eventTypes;
  }

  public InboundMessages inboundMessages() {
    return inboundMessages(new InboundList(ROWS_LOOKED_AT, BYTES_LOOKED_THROUGH));
  }

  InboundMessages inboundMessages(InboundList list) {
    return new SqliteInboundMessages(writer, readers.callers(), list);
  }

  public Sources sources() {
    return sources;
  }

  public InboundRoutes inboundRoutes() {
    return inboundRoutes;
  }

  public Deliveries deliveries() {
    return deliveries(ROWS_LOOKED_AT);
  }

  Deliveries deliveries(int rowsLookedAt) {
    return new SqliteDeliveries(
        writer, readers.callers(), webhooks, new DeliveryList(rowsLookedAt), holds);
  }

  public DueDeliveries dueDeliveries() {
    return new SqliteDueDeliveries(writer, readers.dispatcher(), webhooks, holds);
  }

  public DeadLetters deadLetters() {
    return deadLetters(ROWS_LOOKED_AT);
  }

  DeadLetters deadLetters(int rowsLookedAt) {
    return new SqliteDeadLetters(readers.callers(), rowsLookedAt);
  }

  public BatchOperations batchOperations() {
    return new SqliteBatchOperations(writer, readers.own());
  }

  public Circuits circuits() {
    return new SqliteCircuits(writer, readers.own());
  }

  public History history() {
    return new SqliteHistory(writer, readers.own(), space);
  }

  public StoreSpace space() {
    return space(SqliteStoreSpace.MOST_COUNTED);
  }

  StoreSpace space(long mostCounted) {
    return new SqliteStoreSpace(readers.own(), space.file(), mostCounted);
  }

  public Statistics statistics() {
    return new SqliteStatistics(readers.callers());
  }

  public ApiKeys apiKeys() {
    return apiKeys;
  }

  public Tenants tenants() {
    return tenants;
  }

  public TenantStorage tenantStorage() {
    return writer.storedBytes();
  }

  public AlertStores alerting() {
    return new AlertStores(
        new SqliteAlertSignals(readers.own(), holds),
        new SqliteAlerts(writer, readers.own()),
        new SqliteRuleOverrides(writer, readers.own()),
        new SqliteChannels(writer, readers.own()),
        new SqliteOutbox(writer, readers.own()),
        new SqliteUntoldDeaths(writer, readers.own()));
  }

  public AuditLog auditLog() {
    return new SqliteAuditLog(writer, readers.callers());
  }

  public TrustedTime trustedTime() {
    return new SqliteTrustedTime(writer, readers.own());
  }

  /** Seals with the present key what an earlier one sealed; of how many webhooks and sources. */
  public int resealSecrets() {
    return new StaleSecrets(writer, secrets).reseal();
  }

  /** Finishes the writes that were asked for, then closes the file. */
  @Override
  public void close() {
    close(writer, readers, checkpoints);
  }

  private static void close(SqliteWriter writer, Readers readers, Checkpoints checkpoints) {
    // The last connection to close tidies the write-ahead log away, which a reader could not.
    readers.close();
    checkpoints.close();
    writer.close();
  }
}

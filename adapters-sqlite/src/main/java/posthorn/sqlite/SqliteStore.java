package posthorn.sqlite;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
import posthorn.application.port.Tenants;
import posthorn.application.port.TrustedTime;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.Webhooks;

/** All store ports on one SQLite database. */
public final class SqliteStore implements AutoCloseable {
  /** For one page of a list: some tens of milliseconds, however large the history is. */
  private static final int ROWS_LOOKED_AT = 50_000;

  private final SqliteWriter writer;
  private final SqliteReaders readers;
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
      SqliteReaders readers,
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
    this.webhooks = new SqliteWebhooks(writer, readers, secrets);
    this.apiKeys = new SqliteApiKeys(writer, readers);
    this.eventTypes = new SqliteEventTypes(writer, readers);
    this.inboundRoutes = new SqliteInboundRoutes(writer, readers);
    this.sources = new SqliteSources(writer, readers, secrets, inboundRoutes);
    this.tenants = new SqliteTenants(writer, readers);
  }

  /**
   * Opens the database for a tool: nobody watches over the store's threads.
   *
   * @param url a {@code jdbc:sqlite:} URL of a file
   * @throws SealException if the seal does not open a secret that is in it
   */
  public static SqliteStore open(String url, Durability durability, SecretSeal seal) {
    return open(url, durability, seal, VitalThreads.UNWATCHED);
  }

  /**
   * Opens the database, makes it if it is not there, and brings its schema up to date.
   *
   * @param url a {@code jdbc:sqlite:} URL of a file
   * @param threads what the store's own threads are made by
   * @throws SealException if the seal does not open a secret that is in it
   */
  public static SqliteStore open(
      String url, Durability durability, SecretSeal seal, VitalThreads threads) {
    allowShrinking(url);
    SQLiteDataSource dataSource = SqliteConnections.forWriting(url, durability);
    migrate(dataSource);
    return on(connect(dataSource), url, seal, threads);
  }

  /** On a database that is ready, written to by that connection. */
  static SqliteStore on(Connection writing, String url, SecretSeal seal) {
    return on(writing, url, seal, VitalThreads.UNWATCHED);
  }

  private static SqliteStore on(
      Connection writing, String url, SecretSeal seal, VitalThreads threads) {
    var holds = new Holds();
    var writer = new SqliteWriter(writing, SqliteWriter.Limits.DEFAULT, holds, threads);
    var readers = new SqliteReaders(SqliteConnections.forReading(url));
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
    return new SqliteEventHistory(readers, new EventList(rowsLookedAt), holds);
  }

  public EventTypes eventTypes() {
    return eventTypes;
  }

  public InboundMessages inboundMessages() {
    return inboundMessages(ROWS_LOOKED_AT);
  }

  InboundMessages inboundMessages(int rowsLookedAt) {
    return new SqliteInboundMessages(writer, readers, new InboundList(rowsLookedAt));
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
    return new SqliteDeliveries(writer, readers, webhooks, new DeliveryList(rowsLookedAt), holds);
  }

  public DueDeliveries dueDeliveries() {
    return new SqliteDueDeliveries(writer, readers, webhooks, holds);
  }

  public DeadLetters deadLetters() {
    return deadLetters(ROWS_LOOKED_AT);
  }

  DeadLetters deadLetters(int rowsLookedAt) {
    return new SqliteDeadLetters(readers, rowsLookedAt);
  }

  public BatchOperations batchOperations() {
    return new SqliteBatchOperations(writer, readers);
  }

  public Circuits circuits() {
    return new SqliteCircuits(writer, readers);
  }

  public History history() {
    return new SqliteHistory(writer, readers, space);
  }

  public StoreSpace space() {
    return space(SqliteStoreSpace.MOST_COUNTED);
  }

  StoreSpace space(long mostCounted) {
    return new SqliteStoreSpace(readers, space.file(), mostCounted);
  }

  public Statistics statistics() {
    return new SqliteStatistics(readers);
  }

  public ApiKeys apiKeys() {
    return apiKeys;
  }

  public Tenants tenants() {
    return tenants;
  }

  public AlertStores alerting() {
    return new AlertStores(
        new SqliteAlertSignals(readers, holds),
        new SqliteAlerts(writer, readers),
        new SqliteRuleOverrides(writer, readers),
        new SqliteChannels(writer, readers),
        new SqliteOutbox(writer, readers),
        new SqliteUntoldDeaths(writer, readers));
  }

  public AuditLog auditLog() {
    return new SqliteAuditLog(writer, readers);
  }

  public TrustedTime trustedTime() {
    return new SqliteTrustedTime(writer, readers);
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

  private static void close(SqliteWriter writer, SqliteReaders readers, Checkpoints checkpoints) {
    // The last connection to close tidies the write-ahead log away, which a reader could not.
    readers.close();
    checkpoints.close();
    writer.close();
  }
}

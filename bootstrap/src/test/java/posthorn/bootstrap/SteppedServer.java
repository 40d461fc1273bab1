package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.util.Modules;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;
import posthorn.application.alerts.EvaluateAlerts;
import posthorn.application.alerts.SendNotices;
import posthorn.application.alerts.TellOwners;
import posthorn.application.deadletters.RunBatchReplays;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.dispatch.Slot;
import posthorn.application.port.Mailer;
import posthorn.application.port.TrustedTime;
import posthorn.application.port.WebhookSender;
import posthorn.application.testing.InMemoryMailer;
import posthorn.application.testing.TestTime;
import posthorn.bootstrap.clock.ClockGuard;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.ConfigurationException;
import posthorn.bootstrap.config.Sources;
import posthorn.bootstrap.dispatch.Rhythm;
import posthorn.bootstrap.vital.LastResort;
import posthorn.http.HttpServer;
import posthorn.sqlite.SqliteStore;

/**
 * The server that {@code serve} starts, in this process and without its loops: its API and its
 * database are real, requests leave for real, and time moves and work is done only when a test says
 * so. For one thread.
 */
public final class SteppedServer implements AutoCloseable {
  public static final String KEY = "ph_key-of-the-operator-in-tests";

  private static final double NO_JITTER = 0.5;

  /** Chance: from 0 (the shortest wait that the jitter allows) to 1 (the longest). */
  public double roll = NO_JITTER;

  public final TestTime time;
  public final SteppedSender sender;
  public final InMemoryMailer mailer = new InMemoryMailer();

  private final Injector injector;
  private final Dispatcher dispatcher;
  private final AttemptDelivery attemptDelivery;
  private final RunBatchReplays runBatchReplays;
  private final EvaluateAlerts evaluateAlerts;
  private final SendNotices sendNotices;
  private final Queue<Slot> started = new ConcurrentLinkedQueue<>();
  private final int port;

  /**
   * Starts it.
   *
   * @param settings as environment variables, besides those without which nothing reaches a
   *     receiver on this machine
   */
  public SteppedServer(Path data, Map<String, String> settings, TestTime time)
      throws ConfigurationException {
    this.time = time;
    Configuration configuration = configuration(data, settings);
    injector =
        Guice.createInjector(
            Modules.override(Serve.modules(configuration, LastResort.ofProcess()))
                .with(new Stepped()));
    sender = new SteppedSender(injector.getInstance(Senders.class).deliveries());
    injector.getInstance(Preparation.class).prepare(_ -> {});
    port = injector.getInstance(HttpServer.class).start();
    injector.getInstance(Readiness.class).set(true);
    dispatcher = injector.getInstance(Dispatcher.class);
    attemptDelivery = injector.getInstance(AttemptDelivery.class);
    // As in the loops, one of each: they remember.
    runBatchReplays = injector.getInstance(RunBatchReplays.class);
    evaluateAlerts = injector.getInstance(EvaluateAlerts.class);
    sendNotices = injector.getInstance(SendNotices.class);
    dispatcher.start(started::add, time.now());
  }

  private static Configuration configuration(Path data, Map<String, String> settings)
      throws ConfigurationException {
    var environment =
        new HashMap<>(
            Map.of(
                "POSTHORN_HTTP_PORT", "0",
                "POSTHORN_DATA_DIR", data.toString(),
                "POSTHORN_STORAGE_MIN_FREE", "1",
                "POSTHORN_OPERATOR_KEY", KEY,
                "POSTHORN_OUTBOUND_ALLOW_HTTP", "true",
                "POSTHORN_OUTBOUND_ALLOWED_NETWORKS", "127.0.0.0/8"));
    environment.putAll(settings);
    return Sources.read(null, environment, Map.of());
  }

  /** What differs from the server that people start. */
  private final class Stepped extends AbstractModule {
    @Provides
    InstantSource clock() {
      return time::now;
    }

    @Provides
    @Singleton
    ClockGuard clockGuard(TrustedTime trustedTime, InstantSource clock) {
      return new ClockGuard(
          trustedTime, clock, () -> Duration.between(TestTime.START, time.now()).toNanos());
    }

    /** Rolls what makes no jitter. */
    @Provides
    RandomGenerator dice() {
      return () -> 1L << 63;
    }

    @Provides
    Mailer mailer() {
      return mailer;
    }

    @Provides
    WebhookSender webhookSender() {
      return sender;
    }
  }

  public int port() {
    return port;
  }

  /** What was started and not yet attempted: the requests that could be under way. */
  public int underWay() {
    return started.size();
  }

  /** Attempts what was started; how many that were. */
  public int attemptStarted() {
    int attempted = 0;
    for (Slot slot = started.poll(); slot != null; slot = started.poll()) {
      var _ = attemptDelivery.attempt(slot, time.now(), roll);
      attempted++;
    }
    return attempted;
  }

  /** Attempts all that is due now, as in push mode; how many that were. */
  public int runDue() {
    Instant now = time.now();
    int attempted = 0;
    for (Instant next = now; !next.isAfter(now) || !started.isEmpty(); ) {
      attempted += attemptStarted();
      next = dispatcher.look(now, injector.getInstance(Rhythm.class).batch());
    }
    return attempted;
  }

  /** One cycle of poll mode; how many it attempted. */
  public int poll() {
    Instant _ = dispatcher.look(time.now(), injector.getInstance(Rhythm.class).batch());
    return attemptStarted();
  }

  /** A turn of the bulk replays. */
  public void replay() {
    List<RuntimeException> failures = runBatchReplays.turn(time.now()).failures();
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  /** Looks for alerts, and tells owners and channels. */
  public void alert() {
    var _ = evaluateAlerts.evaluate(time.now());
    injector.getInstance(TellOwners.class).tell(time.now());
    sendNotices.send(time.now());
  }

  /** Ends it as a stop does. */
  @Override
  public void close() {
    dispatcher.stop();
    dispatcher.saveCircuits();
    injector.getInstance(HttpServer.class).close();
    injector.getInstance(Senders.class).close();
    injector.getInstance(Preparation.class).freeLeases();
    injector.getInstance(SqliteStore.class).close();
  }
}

package posthorn.bootstrap;

import java.time.InstantSource;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.access.EnsureOperatorKey;
import posthorn.application.access.EnsureOperatorKey.Result.NoOperatorKey;
import posthorn.application.port.DueDeliveries;
import posthorn.bootstrap.clock.ClockWatch;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Setting;

/** What has to be so before the server can serve. */
final class Preparation {
  private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

  private final EnsureOperatorKey ensureOperatorKey;
  private final DueDeliveries due;
  private final Configuration configuration;
  private final InstantSource clock;
  private final ClockWatch clockWatch;

  Preparation(
      EnsureOperatorKey ensureOperatorKey,
      DueDeliveries due,
      Configuration configuration,
      InstantSource clock,
      ClockWatch clockWatch) {
    this.ensureOperatorKey = ensureOperatorKey;
    this.due = due;
    this.configuration = configuration;
    this.clock = clock;
    this.clockWatch = clockWatch;
  }

  /** Prepares it; an operator key that is made is handed over. */
  void prepare(Consumer<String> newOperatorKey) {
    clockWatch.look();
    int freed = freeLeases();
    if (freed > 0) {
      LOG.atInfo()
          .addKeyValue("deliveries", freed)
          .log("The last run ended with attempts under way; they are tried again");
    }
    var configured = configuration.operatorKey();
    EnsureOperatorKey.Result result =
        ensureOperatorKey.ensure(
            configured == null ? null : configured.text(), newOperatorKey, clock.instant());
    if (result instanceof NoOperatorKey) {
      throw new IllegalStateException(
          Setting.OPERATOR_KEY.key()
              + " is a key that is there already, and no operator's or expired; set another one");
    }
  }

  /** Frees what this node has leases of, which nobody is attempting any more; how many. */
  int freeLeases() {
    return due.releaseAllHeldBy(Server.NODE);
  }
}

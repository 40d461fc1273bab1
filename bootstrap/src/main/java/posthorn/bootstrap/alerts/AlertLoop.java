package posthorn.bootstrap.alerts;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.alerts.EvaluateAlerts;
import posthorn.application.alerts.SendNotices;
import posthorn.application.alerts.TellOwners;
import posthorn.application.feed.FoldRepeats;
import posthorn.application.port.Heartbeat;
import posthorn.application.port.VitalThreads;
import posthorn.bootstrap.clock.ClockWatch;

/** Looks for alerts again and again, and has told what is to be told. */
public final class AlertLoop {
  private static final Logger LOG = LoggerFactory.getLogger(AlertLoop.class);

  /** Some mails, one after the other, to a mail server that does not answer. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final ClockWatch clockWatch;
  private final EvaluateAlerts evaluateAlerts;
  private final TellOwners tellOwners;
  private final SendNotices sendNotices;
  private final FoldRepeats folded;
  private final InstantSource clock;
  private final Duration interval;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;

  public AlertLoop(
      ClockWatch clockWatch,
      EvaluateAlerts evaluateAlerts,
      TellOwners tellOwners,
      SendNotices sendNotices,
      FoldRepeats folded,
      InstantSource clock,
      Duration interval,
      VitalThreads threads) {
    this.clockWatch = clockWatch;
    this.evaluateAlerts = evaluateAlerts;
    this.tellOwners = tellOwners;
    this.sendNotices = sendNotices;
    this.folded = folded;
    this.clock = clock;
    this.interval = interval;
    thread = threads.create("alerts", PATIENCE, this::run);
  }

  public void start() {
    thread.start();
  }

  /** Returns when what is being looked at or sent is done. */
  public void stop() throws InterruptedException {
    stopping.countDown();
    thread.join();
  }

  private void run(Heartbeat heartbeat) {
    try {
      heartbeat.rest(interval);
      while (!stopping.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
        heartbeat.beat();
        attempt("The clock could not be looked at", clockWatch::look);
        attempt("Alerts could not be looked for", () -> evaluateAlerts.evaluate(clock.instant()));
        attempt("Owners could not be told", () -> tellOwners.tell(clock.instant()));
        attempt("Notices could not be sent", () -> sendNotices.send(clock.instant()));
        attempt("Refusals could not be told", () -> folded.tell(clock.instant()));
        heartbeat.rest(interval);
      }
    } catch (InterruptedException _) {
      // Only a dying virtual machine interrupts this thread.
      Thread.currentThread().interrupt();
    }
  }

  private void attempt(String failure, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      // Also for what nobody thought of: a loop that ended would look like one with no alerts.
      LOG.atError().setCause(e).addKeyValue("next_in", interval).log(failure + "; trying again");
    }
  }
}

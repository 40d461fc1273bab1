package posthorn.bootstrap;

import java.time.Duration;
import posthorn.bootstrap.alerts.AlertLoop;
import posthorn.bootstrap.dispatch.DispatchLoop;
import posthorn.bootstrap.keys.KeyRequests;
import posthorn.bootstrap.replay.ReplayLoop;
import posthorn.bootstrap.retention.RetentionLoop;

/** What runs by itself, behind the requests. */
record Loops(
    DispatchLoop dispatch,
    ReplayLoop replay,
    RetentionLoop retention,
    AlertLoop alerts,
    KeyRequests keyRequests) {

  void start() {
    dispatch.start();
    replay.start();
    retention.start();
    alerts.start();
    keyRequests.start();
  }

  /** Whether all that was under way has ended within that time. */
  boolean stop(Duration within) throws InterruptedException {
    keyRequests.stop();
    alerts.stop();
    retention.stop();
    replay.stop();
    return dispatch.stop(within);
  }
}

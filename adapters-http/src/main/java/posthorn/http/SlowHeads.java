package posthorn.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections whose request's head is not complete after some looks. Jetty's idle timeout
 * begins again with each byte, so a client that sends one now and then would stay for ever.
 */
final class SlowHeads extends AbstractLifeCycle {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** So a head has {@link #INTERVAL} times this, and at most once more. */
  static final int LOOKS = 3;

  private final ServerConnector connector;
  private Map<EndPoint, Beginning> seen = new HashMap<>();
  private volatile Scheduler.@Nullable Task next;

  SlowHeads(ServerConnector connector) {
    this.connector = connector;
  }

  /**
   * What was seen of a connection that waits for its next request.
   *
   * @param requests that had come before
   * @param bytes that had come while none of the next head had
   * @param looks since a part of it came
   */
  private record Beginning(long requests, long bytes, int looks) {}

  @Override
  protected void doStart() {
    schedule();
  }

  @Override
  protected void doStop() {
    Scheduler.Task task = next;
    if (task != null) {
      task.cancel();
    }
  }

  private void schedule() {
    next =
        connector
            .getScheduler()
            .schedule(this::lookAndGoOn, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void lookAndGoOn() {
    try {
      look();
    } finally {
      schedule();
    }
  }

  /** Looks at all connections once. */
  void look() {
    var now = new HashMap<EndPoint, Beginning>();
    for (EndPoint endPoint : connector.getConnectedEndPoints()) {
      if (endPoint.getConnection() instanceof HttpConnection http
          && http.getHttpChannel().getRequest() == null) {
        Beginning beginning = after(seen.get(endPoint), http);
        if (beginning.looks() > LOOKS) {
          endPoint.close();
        } else {
          now.put(endPoint, beginning);
        }
      }
    }
    seen = now;
  }

  private static Beginning after(@Nullable Beginning before, HttpConnection http) {
    long requests = http.getMessagesIn();
    long bytes = http.getBytesIn();
    if (before == null || before.requests() != requests) {
      // Of a new connection, all that came belongs to its first head.
      return new Beginning(requests, requests == 0 ? 0 : bytes, 0);
    }
    return new Beginning(requests, before.bytes(), bytes > before.bytes() ? before.looks() + 1 : 0);
  }
}

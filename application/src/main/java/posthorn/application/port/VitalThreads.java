package posthorn.application.port;

import java.time.Duration;

/** The threads that the server cannot do without: when one of them dies, the process ends. */
public interface VitalThreads {
  /** Plain threads that nobody watches: for tools, which end when their work fails. */
  VitalThreads UNWATCHED =
      (name, _, body) ->
          Thread.ofPlatform().name(name).unstarted(() -> body.run(Heartbeat.UNHEARD));

  /** What such a thread does. It returns only when it was told to. */
  interface Body {
    void run(Heartbeat heartbeat);
  }

  /**
   * Makes such a thread; the caller starts it.
   *
   * @param patience how long it may work without a heartbeat until it counts as stuck
   */
  Thread create(String name, Duration patience, Body body);
}

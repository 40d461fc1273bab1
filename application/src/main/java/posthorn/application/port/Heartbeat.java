package posthorn.application.port;

import java.time.Duration;

/** A vital thread's signs of life. Giving one costs next to nothing. */
public interface Heartbeat {
  /** For threads that are not watched. */
  Heartbeat UNHEARD = new Unheard();

  /** It is not listened to. */
  record Unheard() implements Heartbeat {
    @Override
    public void beat() {}

    @Override
    public void rest(Duration atMost) {}
  }

  /** The thread works, and has just come further. */
  void beat();

  /** The thread waits for something to do. It beats again when that time is over, or sooner. */
  void rest(Duration atMost);
}

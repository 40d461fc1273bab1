package posthorn.application.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The lines that may have something to send, in the order of their turns. */
final class ReadyLines {
  private final Deque<Line> lines = new ArrayDeque<>();

  /** It may send now, unless it waits for a place or has nothing to send. */
  void add(Line line) {
    if (!line.isReady && line.waitingAt == null && !line.isEmpty()) {
      line.isReady = true;
      lines.add(line);
    }
  }

  /** The next to look at; it is told when it was. */
  @Nullable Line poll() {
    return lines.poll();
  }

  /** A place that the line was woken for, and did not need, is for the next. */
  void lookedAt(Line line) {
    line.isReady = false;
    Quota wokenBy = line.wokenBy;
    line.wokenBy = null;
    if (wokenBy != null) {
      wokenBy.wake(this);
    }
  }
}

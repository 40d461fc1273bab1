package posthorn.bench;

import java.io.PrintStream;
import java.util.Locale;

/** Tells people what is going on: one line that changes on a terminal, a few lines elsewhere. */
final class Progress {
  private static final long TERMINAL_INTERVAL = 200_000_000L;
  private static final long FILE_INTERVAL = 10_000_000_000L;
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream err;
  private final boolean terminal;
  private final long startedAt = System.nanoTime();
  private String step = "";
  private long shownAt = startedAt;

  Progress(PrintStream err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  void begin(String what) {
    step = what;
    if (terminal) {
      show("");
    }
  }

  /** Says how far it is, now and then. */
  void update(String state) {
    if (System.nanoTime() - shownAt >= (terminal ? TERMINAL_INTERVAL : FILE_INTERVAL)) {
      show(state);
    }
  }

  private void show(String state) {
    if (terminal) {
      err.print(CLEAR_LINE + line(state));
      err.flush();
    } else {
      err.println(line(state));
    }
    shownAt = System.nanoTime();
  }

  /** Leaves a line that says what was done. */
  void end(String what, String outcome) {
    step = what;
    err.println((terminal ? CLEAR_LINE : "") + line(outcome));
    shownAt = System.nanoTime();
  }

  private String line(String state) {
    double seconds = (System.nanoTime() - startedAt) / 1e9;
    String text = state.isEmpty() ? step + " …" : step + ": " + state;
    return String.format(Locale.ROOT, "%7.1f s  %s", seconds, text);
  }
}

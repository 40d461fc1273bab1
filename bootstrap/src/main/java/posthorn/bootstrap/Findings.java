package posthorn.bootstrap;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code posthorn doctor} has found: a line each, in the order it was looked at. */
final class Findings {
  private final List<Finding> found = new ArrayList<>();

  /** How bad it is. */
  enum Level {
    OK,
    /** Should be looked at; the server works. */
    WARNING,
    /** The server does not work, or not for long. */
    PROBLEM
  }

  private record Finding(Level level, String about, String text) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%-8s %-14s %s", level.name().toLowerCase(Locale.ROOT), about, text);
    }
  }

  void ok(String about, String text) {
    found.add(new Finding(Level.OK, about, text));
  }

  void warning(String about, String text) {
    found.add(new Finding(Level.WARNING, about, text));
  }

  void problem(String about, String text) {
    found.add(new Finding(Level.PROBLEM, about, text));
  }

  /** Prints them; the exit code that they make. */
  int print(PrintStream out) {
    found.forEach(out::println);
    long problems = count(Level.PROBLEM);
    out.println(
        "posthorn doctor found "
            + counted(problems, "problem")
            + " and "
            + counted(count(Level.WARNING), "warning"));
    return problems == 0 ? 0 : 1;
  }

  private long count(Level level) {
    return found.stream().filter(finding -> finding.level == level).count();
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}

package posthorn.application.dispatch;

import java.util.ArrayList;
import java.util.List;

/** What happened in a simulation, for people. */
final class Trace {
  private static final int LAST = 30;
  private static final int TAIL = 4;

  private record Line(long millis, int step, String what) {
    @Override
    public String toString() {
      return String.format("%7.3fs  #%d  %s", millis / 1000.0, step, what);
    }
  }

  private final VirtualTime time;
  private final List<Line> lines = new ArrayList<>();
  private int steps;

  Trace(VirtualTime time) {
    this.time = time;
  }

  void step(String what) {
    steps++;
    note(what);
  }

  /** Something worth telling within a step. */
  void note(String what) {
    lines.add(new Line(time.sinceStart().toMillis(), steps, what));
  }

  int steps() {
    return steps;
  }

  String whole() {
    return text(lines);
  }

  String end() {
    return text(lines.subList(Math.max(0, lines.size() - LAST), lines.size()));
  }

  private static String text(List<Line> lines) {
    return String.join("\n", lines.stream().map(Line::toString).toList());
  }

  /** The part of an id that differs. */
  static String tail(String id) {
    return id.substring(0, id.indexOf('_') + 1) + id.substring(id.length() - TAIL);
  }
}

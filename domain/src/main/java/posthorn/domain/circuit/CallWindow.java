package posthorn.domain.circuit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The calls of the last while. They are counted by sixtieths of the window's size, so a window
 * holds about sixty small numbers however many calls there were. A call is forgotten when its
 * sixtieth began a whole window ago: it never counts longer than the window, and at most a sixtieth
 * less.
 *
 * <p>After a clock was set back, calls from what is now the future count for at most one window
 * more; those from further ahead are forgotten.
 *
 * @param width the milliseconds that are counted together
 * @param parts what was counted, the oldest first
 */
public record CallWindow(long width, List<Part> parts) {
  private static final int PARTS = 60;

  /** One sixtieth, by its number since 1970. */
  public record Part(long number, CallCounts calls) {}

  public CallWindow {
    parts = List.copyOf(parts);
  }

  static CallWindow empty(Duration size) {
    return new CallWindow(widthOf(size), List.of());
  }

  CallWindow plus(boolean good, Instant at, Duration size) {
    long number = Math.floorDiv(at.toEpochMilli(), widthOf(size));
    var next = new ArrayList<Part>(recent(at, size));
    // Results come nearly in the order of time, so the place is at the end or close to it.
    int i = next.size();
    while (i > 0 && next.get(i - 1).number > number) {
      i--;
    }
    if (i > 0 && next.get(i - 1).number == number) {
      next.set(i - 1, new Part(number, next.get(i - 1).calls.plus(good)));
    } else {
      next.add(i, new Part(number, CallCounts.NONE.plus(good)));
    }
    return new CallWindow(widthOf(size), next);
  }

  CallCounts countsAt(Instant at, Duration size) {
    int successes = 0;
    int failures = 0;
    for (Part part : recent(at, size)) {
      successes += part.calls.successes();
      failures += part.calls.failures();
    }
    return new CallCounts(successes, failures);
  }

  /** In a window where all is recent, which is nearly every one, there is nothing to copy. */
  private List<Part> recent(Instant at, Duration size) {
    // Counted by another measure, before the configuration changed.
    if (width != widthOf(size) || parts.isEmpty()) {
      return List.of();
    }
    long oldest = Math.floorDiv(at.toEpochMilli() - size.toMillis(), width);
    long newest = Math.floorDiv(at.toEpochMilli() + size.toMillis(), width);
    if (parts.getFirst().number > oldest && parts.getLast().number <= newest) {
      return parts;
    }
    return parts.stream().filter(part -> part.number > oldest && part.number <= newest).toList();
  }

  private static long widthOf(Duration size) {
    return Math.ceilDiv(size.toMillis(), PARTS);
  }

  /** {@code 1000;1740830400/3/1,1740830402/5/0}: the width, then number, successes, failures. */
  String text() {
    return parts.stream()
        .map(part -> part.number + "/" + part.calls.successes() + "/" + part.calls.failures())
        .collect(Collectors.joining(",", width + ";", ""));
  }

  static CallWindow of(String text) {
    // Nothing was stored; whatever is counted next starts a new window.
    if (text.isEmpty()) {
      return new CallWindow(0, List.of());
    }
    int split = text.indexOf(';');
    var parts = new ArrayList<Part>();
    for (String part : SnapshotText.items(text.substring(split + 1))) {
      List<Long> numbers = SnapshotText.numbers(part, "/");
      var calls = new CallCounts(Math.toIntExact(numbers.get(1)), Math.toIntExact(numbers.get(2)));
      parts.add(new Part(numbers.get(0), calls));
    }
    return new CallWindow(Long.parseLong(text.substring(0, split)), parts);
  }
}

package posthorn.jsonschema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How large RE2 makes a pattern: it writes out each repetition, so {@code ((a{99}){99}){99}}
 * becomes a million steps. Reckoned before compiling, as compiling takes the memory.
 */
final class PatternSize {
  /** As RE2 has it. */
  static final int MOST_COUNT = 1_000;

  /** Of one pattern; {@code ^.{1,1000}$} has a fifth of it. */
  static final int MOST_SIZE = 10_000;

  private static final int MOST_DEPTH = 100;

  private static final Pattern COUNT = Pattern.compile("\\{(\\d+)(?:,(\\d*))?\\}");

  private final String regex;
  private final Deque<long[]> groups = new ArrayDeque<>();
  private int at;
  private long sum;
  private long last;

  private PatternSize(String regex) {
    this.regex = regex;
  }

  /**
   * Reckons the size of one.
   *
   * @throws UnsupportedPatternException if it is too large
   */
  static int check(String regex) {
    var size = new PatternSize(regex);
    while (size.at < regex.length()) {
      size.next();
      if (size.sum > MOST_SIZE) {
        throw new UnsupportedPatternException(
            "is too large: its counts, multiplied where they are nested, make more than %d steps"
                .formatted(MOST_SIZE));
      }
    }
    return (int) size.sum;
  }

  private void next() {
    char c = regex.charAt(at);
    at++;
    switch (c) {
      case '\\' -> escape();
      case '[' -> atom(endOfClass());
      case '(' -> open();
      case ')' -> close();
      case '|' -> {
        sum++;
        last = 0;
      }
      case '*', '+', '?' -> sum++;
      case '{' -> count();
      default -> atom(at);
    }
  }

  private void atom(int end) {
    at = end;
    last = 1;
    sum++;
  }

  private void open() {
    if (groups.size() >= MOST_DEPTH) {
      throw new UnsupportedPatternException("is nested deeper than " + MOST_DEPTH);
    }
    groups.push(new long[] {sum});
    sum = 0;
    last = 0;
  }

  private void close() {
    last = sum + 2;
    sum = last + (groups.isEmpty() ? 0 : groups.pop()[0]);
  }

  private void escape() {
    if (regex.startsWith("Q", at)) {
      int end = regex.indexOf("\\E", at);
      int length = (end < 0 ? regex.length() : end) - at;
      sum += length;
      last = 1;
      at = end < 0 ? regex.length() : end + 2;
      return;
    }
    atom(endOfEscape(at));
  }

  /** Where an escape ends whose backslash is before that place. */
  private int endOfEscape(int from) {
    boolean braced = from + 1 < regex.length() && regex.charAt(from + 1) == '{';
    if (braced && "pPx".indexOf(regex.charAt(from)) >= 0) {
      int end = regex.indexOf('}', from);
      return end < 0 ? regex.length() : end + 1;
    }
    return Math.min(from + 1, regex.length());
  }

  private int endOfClass() {
    int i = at;
    if (regex.startsWith("^", i)) {
      i++;
    }
    // The first one stands for itself.
    if (regex.startsWith("]", i)) {
      i++;
    }
    while (i < regex.length() && regex.charAt(i) != ']') {
      if (regex.charAt(i) == '\\') {
        i = endOfEscape(i + 1);
      } else if (regex.startsWith("[:", i) && regex.indexOf(":]", i + 2) >= 0) {
        i = regex.indexOf(":]", i + 2) + 2;
      } else {
        i++;
      }
    }
    return Math.min(i + 1, regex.length());
  }

  private void count() {
    Matcher count = COUNT.matcher(regex).region(at - 1, regex.length());
    if (!count.lookingAt()) {
      // Braces around anything else stand for themselves.
      atom(at);
      return;
    }
    at = count.end();
    long most = Math.max(number(count.group(1)), number(count.group(2)));
    sum += last * most + 1;
    last = last * (most + 1);
  }

  private static int number(@Nullable String digits) {
    if (digits == null || digits.isEmpty()) {
      return 0;
    }
    if (digits.length() > 4 || Integer.parseInt(digits) > MOST_COUNT) {
      throw new UnsupportedPatternException(
          "repeats something %s times, more than %d".formatted(digits, MOST_COUNT));
    }
    return Integer.parseInt(digits);
  }
}

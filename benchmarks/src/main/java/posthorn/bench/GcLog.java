package posthorn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a JVM writes with {@code -Xlog:gc}: a line a collection. */
final class GcLog {
  /** What was in the heap before, what after, and how large it was: {@code 301M->45M(512M)}. */
  private static final Pattern HEAP = Pattern.compile("(\\d+)M->\\d+M\\(\\d+M\\)");

  private GcLog() {}

  /** The most that was in the heap when a collection began. */
  static OptionalLong peakMegabytes(Path log) {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .flatMap(line -> HEAP.matcher(line).results())
          .map((MatchResult sizes) -> sizes.group(1))
          .mapToLong(Long::parseLong)
          .max();
    } catch (IOException _) {
      return OptionalLong.empty();
    }
  }
}

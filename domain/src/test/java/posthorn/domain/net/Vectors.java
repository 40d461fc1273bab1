package posthorn.domain.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The test vectors: lines of tab-separated JSON strings without their quotes. */
final class Vectors {
  private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-fA-F]{4})|.)");

  private Vectors() {}

  static List<List<String>> read(String file) {
    try (var in = Vectors.class.getResourceAsStream("/vectors/" + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arrays.stream(line.split("\t", -1)).map(Vectors::unescape).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String unescape(String text) {
    return ESCAPE.matcher(text).replaceAll(m -> Matcher.quoteReplacement(character(m.group(1))));
  }

  private static String character(String escape) {
    return switch (escape.charAt(0)) {
      case 'u' -> Character.toString(Integer.parseInt(escape.substring(1), 16));
      case 't' -> "\t";
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 'b' -> "\b";
      case 'f' -> "\f";
      default -> escape;
    };
  }
}

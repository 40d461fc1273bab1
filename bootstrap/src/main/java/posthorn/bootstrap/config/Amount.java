package posthorn.bootstrap.config;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Some bytes of a disk, or a share of it. */
public sealed interface Amount {
  /** How a person may write one. */
  String RULE = "an amount such as 512MiB, 10GiB or 80%";

  /** So many. */
  record Bytes(long count) implements Amount {
    @Override
    public long of(long all) {
      return count;
    }
  }

  /** So many of each hundred. */
  record Percent(int share) implements Amount {
    @Override
    public long of(long all) {
      return all / 100 * share;
    }
  }

  /** How many bytes that is of a disk that has so many. */
  long of(long all);

  /** Reads one; what is none throws. */
  static Amount parse(String text) {
    Matcher matcher = Written.FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    long number = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2);
    return unit.equals("%")
        ? new Percent(Texts.between(0, 100, Math.toIntExact(number)))
        : new Bytes(Math.multiplyExact(number, requireNonNull(Written.UNITS.get(unit))));
  }

  /** Reads one that is no share. */
  static long bytes(String text) {
    if (!(parse(text) instanceof Bytes(long count))) {
      throw new IllegalArgumentException(text);
    }
    return count;
  }

  /** What an amount looks like. */
  final class Written {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*(%|KiB|MiB|GiB|TiB|)");
    private static final Map<String, Long> UNITS =
        Map.of("", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);

    private Written() {}
  }
}

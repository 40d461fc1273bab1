package posthorn.domain.field;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them, in the configuration and in the API alike: 30d, 90m. */
public final class DurationText {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

  /** The largest first. */
  private static final List<Unit> UNITS =
      List.of(
          new Unit("d", Duration.ofDays(1)),
          new Unit("h", Duration.ofHours(1)),
          new Unit("m", Duration.ofMinutes(1)),
          new Unit("s", Duration.ofSeconds(1)),
          new Unit("ms", Duration.ofMillis(1)));

  private record Unit(String name, Duration length) {}

  private DurationText() {}

  /** The length of time; empty where the text is none. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return UNITS.stream()
        .filter(unit -> unit.name.equals(matcher.group(2)))
        .map(unit -> unit.length.multipliedBy(amount))
        .findFirst();
  }

  /** In the largest unit that it is a whole number of; to the millisecond. */
  public static String of(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    return UNITS.stream()
        .filter(unit -> duration.toMillis() % unit.length.toMillis() == 0)
        .map(unit -> duration.toMillis() / unit.length.toMillis() + unit.name)
        .findFirst()
        .orElseThrow();
  }
}

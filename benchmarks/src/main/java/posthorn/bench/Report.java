package posthorn.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that a run found.
 *
 * @param environment what it ran on and with, by name
 * @param repeated how many events were received more than once; anything but 0 is a failure
 */
record Report(
    Map<String, String> environment,
    Map<Ceiling, Double> ceilings,
    List<Measurement> measurements,
    long repeated) {

  /** The measurement as a share of what it is compared with, if it is. */
  Optional<Double> ratio(Measurement measurement) {
    Ceiling ceiling = measurement.ceiling();
    return Optional.ofNullable(ceiling == null ? null : ceilings.get(ceiling))
        .map(value -> measurement.value() / value);
  }

  Optional<Boolean> isMet(Measurement measurement) {
    return switch (measurement.target()) {
      case null -> Optional.empty();
      case Target.AtLeast(double value) -> Optional.of(measurement.value() >= value);
      case Target.Below(double value) -> Optional.of(measurement.value() < value);
      case Target.AtMost(double value) -> Optional.of(measurement.value() <= value);
      case Target.ShareAtLeast(double share) -> ratio(measurement).map(ratio -> ratio >= share);
    };
  }

  String table() {
    var table =
        new Table("measurement", "waiting", "value", "compared with", "ratio", "target", "");
    ceilings.forEach(
        (ceiling, value) -> table.row(ceiling.label(), "", Unit.PER_SECOND.print(value)));
    for (Measurement measurement : measurements) {
      Ceiling ceiling = measurement.ceiling();
      table.row(
          measurement.name(),
          Numbers.grouped(measurement.waiting()),
          measurement.unit().print(measurement.value()),
          ceiling == null ? "" : ceiling.label(),
          ratio(measurement).map(Report::percent).orElse(""),
          print(measurement.target(), measurement.unit()),
          isMet(measurement).map(met -> met ? "met" : "not met").orElse(""));
    }
    return table.print();
  }

  private static String print(@Nullable Target target, Unit unit) {
    return switch (target) {
      case null -> "";
      case Target.AtLeast(double value) -> "≥ " + unit.print(value);
      case Target.Below(double value) -> "< " + unit.print(value);
      case Target.AtMost(double value) -> "≤ " + unit.print(value);
      case Target.ShareAtLeast(double share) -> "≥ " + percent(share);
    };
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}

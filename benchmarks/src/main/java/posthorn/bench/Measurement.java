package posthorn.bench;

import org.jspecify.annotations.Nullable;

/**
 * One line of the report.
 *
 * @param waiting how many deliveries waited meanwhile, or when it began
 */
record Measurement(
    String name,
    int waiting,
    double value,
    Unit unit,
    @Nullable Ceiling ceiling,
    @Nullable Target target) {

  static Measurement of(String name, int waiting, double value, Unit unit) {
    return new Measurement(name, waiting, value, unit, null, null);
  }

  Measurement comparedWith(Ceiling other) {
    return new Measurement(name, waiting, value, unit, other, target);
  }

  Measurement aimingAt(Target aim) {
    return new Measurement(name, waiting, value, unit, ceiling, aim);
  }
}

package posthorn.bench;

/** What a value counts. */
enum Unit {
  PER_SECOND("/s"),
  MILLISECONDS(" ms"),
  MICROSECONDS(" µs"),
  MEGABYTES(" MB");

  private final String suffix;

  Unit(String suffix) {
    this.suffix = suffix;
  }

  String print(double value) {
    return switch (this) {
          case PER_SECOND, MEGABYTES -> Numbers.grouped(value);
          case MILLISECONDS, MICROSECONDS -> Numbers.precise(value);
        }
        + suffix;
  }
}

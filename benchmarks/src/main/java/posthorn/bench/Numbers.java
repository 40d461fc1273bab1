package posthorn.bench;

import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {
  private Numbers() {}

  /** Whole, with a space between thousands. */
  static String grouped(double value) {
    return String.format(Locale.ROOT, "%,.0f", value).replace(',', ' ');
  }

  /** With two decimals where they say something. */
  static String precise(double value) {
    return value >= 100 ? grouped(value) : String.format(Locale.ROOT, "%.2f", value);
  }
}

package posthorn.bootstrap;

import java.util.List;
import java.util.Locale;

/** Sizes for people. */
final class ByteText {
  private static final int STEP = 1024;
  private static final List<String> UNITS = List.of("KiB", "MiB", "GiB", "TiB");

  private ByteText() {}

  static String of(long bytes) {
    if (bytes < STEP) {
      return bytes + " bytes";
    }
    double amount = bytes / (double) STEP;
    int unit = 0;
    while (amount >= STEP && unit < UNITS.size() - 1) {
      amount /= STEP;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", amount, UNITS.get(unit));
  }
}

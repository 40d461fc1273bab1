package posthorn.domain.alert;

import java.util.Locale;

/** On which side of its threshold a value is alarming; on the threshold itself it is not. */
public enum Comparison {
  ABOVE,
  BELOW;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean holds(double value, double threshold) {
    return switch (this) {
      case ABOVE -> value > threshold;
      case BELOW -> value < threshold;
    };
  }
}

package posthorn.domain.alert;

import java.util.Locale;

/** How much of a hurry there is. */
public enum Severity {
  WARNING,
  CRITICAL;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

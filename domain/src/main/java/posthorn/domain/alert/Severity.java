package posthorn.domain.alert;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How much of a hurry there is. */
public enum Severity {
  WARNING,
  CRITICAL;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Severity> named(String name) {
    return Stream.of(values()).filter(severity -> severity.wireName().equals(name)).findFirst();
  }

  public static List<String> names() {
    return Stream.of(values()).map(Severity::wireName).toList();
  }
}

package posthorn.domain.event;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How urgent an event is; the most urgent first. */
public enum Priority {
  HIGH,
  NORMAL,
  LOW;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  public String wireName() {
    return wireName;
  }

  public static Optional<Priority> named(String text) {
    return Arrays.stream(values()).filter(value -> value.wireName().equals(text)).findFirst();
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(Priority::wireName).toList();
  }
}

package posthorn.domain.ordering;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which of a webhook's deliveries are kept in order. */
public enum OrderingGuarantee {
  /** Only those whose events ask for it with an ordering key. */
  NONE,
  /** Those of one event type, or of one ordering key where the event has one. */
  PER_EVENT_TYPE,
  /** All of them, one at a time. */
  STRICT,
  /** Those of one ordering key; says aloud what {@link #NONE} does too. */
  ORDERING_KEY;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<OrderingGuarantee> named(String text) {
    return Arrays.stream(values()).filter(value -> value.wireName().equals(text)).findFirst();
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(OrderingGuarantee::wireName).toList();
  }
}

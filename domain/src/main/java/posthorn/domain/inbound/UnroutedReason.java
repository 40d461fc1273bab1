package posthorn.domain.inbound;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Why a message did not become an event. */
public enum UnroutedReason {
  /** Nothing in it says what it is. */
  NO_EVENT_TYPE,
  /** Nobody said where messages of its type go. */
  NO_ROUTE,
  /** It is not as the schema of the route's intent wants it. */
  SCHEMA_VIOLATION,
  /** The tenant had published as many as it may. */
  RATE_LIMITED,
  /** The tenant has stored as many bytes as it may; of a message that was routed again. */
  QUOTA_EXCEEDED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<UnroutedReason> named(String name) {
    return Stream.of(values()).filter(reason -> reason.wireName().equals(name)).findFirst();
  }
}

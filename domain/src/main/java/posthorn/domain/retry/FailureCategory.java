package posthorn.domain.retry;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What kind of failure an attempt was, in the words of the API. */
public enum FailureCategory {
  TIMEOUT,
  SERVER_ERROR,
  CLIENT_ERROR,
  NETWORK,
  DNS,
  SSL,
  RATE_LIMIT,
  PAYLOAD_TOO_LARGE,
  BLOCKED_ADDRESS,
  REDIRECT;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The category of an answer that is not 2xx. */
  static FailureCategory ofStatus(int status) {
    return switch (status) {
      case 429 -> RATE_LIMIT;
      case 413 -> PAYLOAD_TOO_LARGE;
      default ->
          switch (status / 100) {
            case 3 -> REDIRECT;
            case 4 -> CLIENT_ERROR;
            default -> SERVER_ERROR;
          };
    };
  }

  public static Optional<FailureCategory> named(String name) {
    return Stream.of(values()).filter(category -> category.wireName().equals(name)).findFirst();
  }

  public String wireName() {
    return wireName;
  }
}

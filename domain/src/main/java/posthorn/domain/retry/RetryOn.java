package posthorn.domain.retry;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which failures are worth another attempt. */
public enum RetryOn {
  /** All: a deployment that answers 404 for a minute must not kill a day's events. */
  ALL,
  /** Those that may pass: some answers are final, and a broken TLS set-up gets few chances. */
  CLASSIFIED;

  private static final Set<Integer> PERMANENT = Set.of(400, 401, 403, 404, 410, 413, 414, 415, 451);
  private static final int SSL_ATTEMPTS = 3;

  public static Optional<RetryOn> named(String name) {
    return Stream.of(values()).filter(value -> value.wireName().equals(name)).findFirst();
  }

  public static List<String> names() {
    return Stream.of(values()).map(RetryOn::wireName).toList();
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Why a failure ends the delivery though attempts are left; empty if it does not. */
  Optional<DeadReason> finality(int attempt, Failure failure) {
    if (this == ALL) {
      return Optional.empty();
    }
    Integer status = failure.httpStatus();
    if (status != null && PERMANENT.contains(status)) {
      return Optional.of(DeadReason.PERMANENT_STATUS);
    }
    if (failure.category() == FailureCategory.SSL && attempt >= SSL_ATTEMPTS) {
      return Optional.of(DeadReason.SSL_LIMIT);
    }
    return Optional.empty();
  }
}

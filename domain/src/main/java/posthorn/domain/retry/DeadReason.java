package posthorn.domain.retry;

import java.util.Locale;

/** Why a delivery was given up, in the words of the API. */
public enum DeadReason {
  /** The last attempt that it had failed. */
  ATTEMPTS_EXHAUSTED,
  /** The receiver's answer is final: trying again would give the same. */
  PERMANENT_STATUS,
  /** TLS failed as often as it may. */
  SSL_LIMIT,
  /** The receiver asked not to be sent this again. */
  ABORTED_BY_RECEIVER,
  /** It was older than its webhook's max_age, or would have been before its next attempt. */
  EXPIRED;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  public static DeadReason named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  public String wireName() {
    return wireName;
  }
}

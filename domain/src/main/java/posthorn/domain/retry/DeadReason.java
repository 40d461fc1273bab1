package posthorn.domain.retry;

import java.util.Locale;

/** Why a delivery was given up, in the words of the API. */
public enum DeadReason {
  ATTEMPTS_EXHAUSTED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

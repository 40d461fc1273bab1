package posthorn.domain.delivery;

import java.util.Locale;

/** Why a delivery was cancelled, in the words of the API. */
public enum CancelReason {
  /** Its webhook takes nothing at the moment. */
  ENDPOINT_INACTIVE,
  /** A person said so. */
  BY_OPERATOR,
  /** Its webhook is about to be deleted. */
  WEBHOOK_DELETED;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  public String wireName() {
    return wireName;
  }
}

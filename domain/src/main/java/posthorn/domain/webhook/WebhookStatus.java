package posthorn.domain.webhook;

import java.util.Locale;

/** Whether a webhook gets deliveries. */
public enum WebhookStatus {
  ACTIVE,
  /** Its deliveries wait until a person resumes it. */
  PAUSED,
  /** Its due deliveries are cancelled. */
  INACTIVE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

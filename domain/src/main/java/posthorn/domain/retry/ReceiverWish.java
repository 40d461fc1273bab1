package posthorn.domain.retry;

import java.util.Locale;
import posthorn.domain.retry.AttemptOutcome.Answered;

/** What a receiver asks for besides accepting or not. */
public enum ReceiverWish {
  NONE,
  /** Not this message again. */
  ABORT_MESSAGE,
  /** Nothing ever again, it says in so many words. */
  DISABLE_WEBHOOK,
  /** Nothing ever again: there is no such receiver any more. */
  GONE;

  private static final String HEADER = "webhook-delivery";
  private static final int STATUS_GONE = 410;

  /**
   * What the outcome asks for.
   *
   * @param disableOnGone whether a 410 counts as a wish
   */
  public static ReceiverWish of(AttemptOutcome outcome, boolean disableOnGone) {
    if (!(outcome instanceof Answered answered)) {
      return NONE;
    }
    String header = answered.header(HEADER);
    String word = header == null ? "" : header.strip().toLowerCase(Locale.ROOT);
    if (word.equals("disable")) {
      return DISABLE_WEBHOOK;
    }
    if (disableOnGone && answered.status() == STATUS_GONE) {
      return GONE;
    }
    return word.equals("abort-message") ? ABORT_MESSAGE : NONE;
  }

  /** Whether the webhook gets nothing any more until a person enables it again. */
  public boolean disablesWebhook() {
    return switch (this) {
      case DISABLE_WEBHOOK, GONE -> true;
      case NONE, ABORT_MESSAGE -> false;
    };
  }
}

package posthorn.domain.alert;

import java.util.Locale;

/** Whom an alert is for. */
public enum Audience {
  /** Those who run the server, by its channels. */
  OPERATORS,
  /** The owner of the webhook that it is about. */
  OWNER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

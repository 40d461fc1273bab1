package posthorn.domain.alert;

import posthorn.domain.id.IdForm;

/** The id of an alert that fired. */
public record AlertId(String value) {
  public static final String PREFIX = "alr_";

  public AlertId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

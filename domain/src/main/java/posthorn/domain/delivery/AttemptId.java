package posthorn.domain.delivery;

import posthorn.domain.id.IdForm;

/** An attempt's id. */
public record AttemptId(String value) {
  public static final String PREFIX = "att_";

  public AttemptId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

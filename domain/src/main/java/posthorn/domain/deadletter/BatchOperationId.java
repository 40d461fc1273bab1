package posthorn.domain.deadletter;

import posthorn.domain.id.IdForm;

/** The id of a bulk replay. */
public record BatchOperationId(String value) {
  public static final String PREFIX = "bop_";

  public BatchOperationId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

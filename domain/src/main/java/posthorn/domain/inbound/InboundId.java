package posthorn.domain.inbound;

import posthorn.domain.id.IdForm;

/** The id of one message received from a source. */
public record InboundId(String value) {
  public static final String PREFIX = "in_";

  public InboundId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

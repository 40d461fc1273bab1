package posthorn.domain.inbound;

import posthorn.domain.id.IdForm;

/** An inbound source's id; it is part of the address that the source sends to. */
public record SourceId(String value) {
  public static final String PREFIX = "src_";

  public SourceId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

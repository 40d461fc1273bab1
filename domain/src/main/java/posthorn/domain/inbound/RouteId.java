package posthorn.domain.inbound;

import posthorn.domain.id.IdForm;

/** A route's id. */
public record RouteId(String value) {
  public static final String PREFIX = "rt_";

  public RouteId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

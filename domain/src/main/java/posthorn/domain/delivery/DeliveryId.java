package posthorn.domain.delivery;

import posthorn.domain.id.IdForm;

/** A delivery's id. */
public record DeliveryId(String value) {
  public static final String PREFIX = "dlv_";

  public DeliveryId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

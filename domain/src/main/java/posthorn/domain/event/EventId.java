package posthorn.domain.event;

import posthorn.domain.id.IdForm;

/** An event's id; receivers see it as {@code webhook-id}, the same on every retry. */
public record EventId(String value) {
  public static final String PREFIX = "evt_";

  public EventId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

package posthorn.domain.alert;

import posthorn.domain.id.IdForm;

/** A notification channel's id. */
public record ChannelId(String value) {
  public static final String PREFIX = "nch_";

  public ChannelId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

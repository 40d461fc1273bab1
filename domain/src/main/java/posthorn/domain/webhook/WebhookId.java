package posthorn.domain.webhook;

import posthorn.domain.id.IdForm;

/** A webhook's id. */
public record WebhookId(String value) {
  public static final String PREFIX = "wh_";

  public WebhookId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

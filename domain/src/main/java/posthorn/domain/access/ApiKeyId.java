package posthorn.domain.access;

import posthorn.domain.id.IdForm;

/** An API key's id, which is no secret. */
public record ApiKeyId(String value) {
  public static final String PREFIX = "key_";

  public ApiKeyId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

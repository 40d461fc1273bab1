package posthorn.domain.access;

import posthorn.domain.id.IdForm;

/** The id of an entry of the audit log. */
public record AuditId(String value) {
  public static final String PREFIX = "aud_";

  public AuditId {
    IdForm.require(PREFIX, value);
  }

  @Override
  public String toString() {
    return value;
  }
}

package posthorn.jsonschema;

import com.networknt.schema.SchemaException;

/** A pattern cannot be used; the reason says why, as the end of a sentence about the pattern. */
final class UnsupportedPatternException extends SchemaException {
  private static final long serialVersionUID = 1;

  private final String reason;

  UnsupportedPatternException(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}

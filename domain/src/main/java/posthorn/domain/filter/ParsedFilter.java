package posthorn.domain.filter;

import java.util.List;
import posthorn.domain.field.FieldError;

/** What came of reading a filter. */
public sealed interface ParsedFilter {

  record Valid(Filter filter) implements ParsedFilter {}

  /** Every mistake, in the order in which it was written. */
  record Invalid(List<FieldError> errors) implements ParsedFilter {
    public Invalid {
      errors = List.copyOf(errors);
    }
  }
}

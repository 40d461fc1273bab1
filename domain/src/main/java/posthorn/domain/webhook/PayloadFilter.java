package posthorn.domain.webhook;

import posthorn.domain.event.JsonBytes;
import posthorn.domain.filter.Filter;
import posthorn.domain.filter.JsonValue;

/**
 * A filter, and how it was written.
 *
 * @param text the JSON that the filter was read from
 */
public record PayloadFilter(JsonBytes text, Filter filter) {
  /** Whether an event passes; it is given in its standard form. */
  public boolean lets(JsonValue content) {
    return filter.matches(content);
  }
}

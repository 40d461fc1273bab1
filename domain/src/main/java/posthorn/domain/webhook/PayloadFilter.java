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
  /** All are kept in memory, each as a tree many times as large as its text. */
  public static final int MAX_BYTES = 16 * 1024;

  public PayloadFilter {
    if (text.length() > MAX_BYTES) {
      throw new IllegalArgumentException("a filter has at most " + MAX_BYTES + " bytes");
    }
  }

  /** Whether an event passes; it is given in its standard form. */
  public boolean lets(JsonValue content) {
    return filter.matches(content);
  }
}

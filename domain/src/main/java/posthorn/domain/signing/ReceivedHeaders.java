package posthorn.domain.signing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A received request's headers, whose names are the same in any case. */
public final class ReceivedHeaders {
  private final Map<String, List<String>> values;

  private ReceivedHeaders(Map<String, List<String>> values) {
    this.values = values;
  }

  /** Names that differ only in case are one header, with the values of all. */
  public static ReceivedHeaders of(Map<String, List<String>> headers) {
    var values = new LinkedHashMap<String, List<String>>();
    headers.forEach((name, some) ->
        values.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>()).addAll(some));
    values.replaceAll((_, all) -> List.copyOf(all));
    return new ReceivedHeaders(values);
  }

  /** One value a line as it was sent; empty when there is no such header. */
  public List<String> all(String name) {
    return values.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /** In lower case. */
  public Set<String> names() {
    return Set.copyOf(values.keySet());
  }

  /** Without the values, among which are signatures and tokens. */
  @Override
  public String toString() {
    return "ReceivedHeaders" + values.keySet();
  }
}

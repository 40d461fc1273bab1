package posthorn.bootstrap;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import posthorn.bootstrap.keys.KeyJson;
import posthorn.domain.access.ApiKey;

/** API keys as a table, or as JSON. */
record KeyTable(List<ApiKey> keys, Instant now) {
  private static final String GAP = "  ";

  String json() {
    return keys.stream().map(KeyJson::of).collect(Collectors.joining(",\n ", "[", "]"));
  }

  String text() {
    if (keys.isEmpty()) {
      return "There are no keys.";
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("ID", "ROLE", "TENANT", "CREATED", "EXPIRES", "NAME"));
    keys.forEach(key -> rows.add(row(key)));
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
  }

  private List<String> row(ApiKey key) {
    return List.of(
        key.id().value(),
        key.role().wireName(),
        key.tenant().value(),
        time(key.createdAt()),
        expiry(key),
        key.name() == null ? "-" : key.name());
  }

  private String expiry(ApiKey key) {
    String at = time(key.expiresAt());
    return key.isLive(now) ? at : at + " (expired)";
  }

  private static String time(@Nullable Instant time) {
    return time == null ? "never" : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String line(List<String> row, int[] widths) {
    return IntStream.range(0, row.size())
        .mapToObj(column -> String.format("%-" + widths[column] + "s", row.get(column)))
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }
}

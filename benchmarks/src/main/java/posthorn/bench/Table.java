package posthorn.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of text: the first column to the left, the others to the right. */
final class Table {
  private static final String GAP = "   ";

  private final int columns;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... header) {
    columns = header.length;
    row(header);
    rows.add(Arrays.stream(header).map(title -> "-".repeat(title.length())).toList());
  }

  /** Adds a row; cells that are left out are empty. */
  void row(String... cells) {
    rows.add(IntStream.range(0, columns).mapToObj(i -> i < cells.length ? cells[i] : "").toList());
  }

  String print() {
    int[] widths =
        IntStream.range(0, columns)
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n")) + "\n";
  }

  private static String line(List<String> row, int[] widths) {
    var line = new StringBuilder(row.getFirst() + padding(row, 0, widths));
    for (int column = 1; column < widths.length; column++) {
      line.append(GAP).append(padding(row, column, widths)).append(row.get(column));
    }
    return line.toString().stripTrailing();
  }

  private static String padding(List<String> row, int column, int[] widths) {
    return " ".repeat(widths[column] - row.get(column).length());
  }
}

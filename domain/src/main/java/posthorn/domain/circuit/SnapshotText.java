package posthorn.domain.circuit;

import java.util.Arrays;
import java.util.List;

/** Reads the lists of a snapshot; what we did not write ourselves throws. */
final class SnapshotText {
  private SnapshotText() {}

  static List<String> items(String list) {
    return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
  }

  static List<Long> numbers(String item, String separator) {
    return Arrays.stream(item.split(separator, -1)).map(Long::valueOf).toList();
  }
}

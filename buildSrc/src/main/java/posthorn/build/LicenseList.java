package posthorn.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the licence of each library, an SPDX expression, from a file of {@code module TAB licence}. */
final class LicenseList {
  private LicenseList() {}

  /** By module, as {@code group:artifact}. */
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> licenses = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split("\t", 2);
        licenses.put(parts[0], parts[1].strip());
      }
    }
    return licenses;
  }

  static String module(String coordinates) {
    return coordinates.substring(0, coordinates.lastIndexOf(':'));
  }

  /** The licences that an expression names; one with an exception counts as one. */
  static List<String> idsIn(String expression) {
    return List.of(expression.split(" (?:OR|AND) "));
  }
}

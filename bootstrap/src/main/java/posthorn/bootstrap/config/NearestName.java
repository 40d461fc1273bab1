package posthorn.bootstrap.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The setting that was probably meant by a name that is none. */
public final class NearestName {
  private static final String PRODUCT = "posthorn";

  /** One mistyped letter in so many is forgiven. */
  private static final int LETTERS_PER_MISTAKE = 3;

  private NearestName() {}

  /** Of a name as it stands in a file, in the environment or on the command line. */
  public static Optional<Setting> of(String name) {
    String letters = lettersOf(name);
    return SettingGroup.inOrder().stream()
        .filter(setting ->
            distance(letters, lettersOf(setting.key())) <= letters.length() / LETTERS_PER_MISTAKE)
        .min(Comparator.comparingInt(setting -> distance(letters, lettersOf(setting.key()))))
        .or(() -> withWordsOf(name));
  }

  /** {@code port} for {@code http.port}: the shortest name that has all its words. */
  private static Optional<Setting> withWordsOf(String name) {
    Set<String> words = wordsOf(name);
    words.remove(PRODUCT);
    words.remove("");
    if (words.isEmpty()) {
      return Optional.empty();
    }
    return SettingGroup.inOrder().stream()
        .filter(setting -> wordsOf(setting.key()).containsAll(words))
        .min(Comparator.comparingInt(setting -> wordsOf(setting.key()).size()));
  }

  private static Set<String> wordsOf(String name) {
    return new HashSet<>(List.of(name.toLowerCase(Locale.ROOT).split("[._-]+")));
  }

  /** So that {@code httpPort} and {@code POSTHORN_HTTP_PORT} are as near as they look. */
  private static String lettersOf(String name) {
    String letters = name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
    return letters.startsWith(PRODUCT) ? letters.substring(PRODUCT.length()) : letters;
  }

  /** How many letters have to be put in, left out or replaced to make one the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}

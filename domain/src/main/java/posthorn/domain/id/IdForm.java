package posthorn.domain.id;

import java.time.Instant;

/**
 * An id is a prefix and 26 characters of Crockford's base 32: 48 bits of milliseconds, then 80 bits
 * that tell ids of the same millisecond apart. So ids sort by the time they were made.
 */
public final class IdForm {
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /** What follows the prefix, as a regular expression. */
  public static final String PATTERN = "[0-9A-HJKMNP-TV-Z]{26}";

  /** Whether a character is of the alphabet; asked for every character of every id that is read. */
  private static final boolean[] IN_ALPHABET = new boolean[128];

  static {
    ALPHABET.chars().forEach(character -> IN_ALPHABET[character] = true);
  }

  private static final int TIME_CHARACTERS = 10;
  private static final int RANDOM_CHARACTERS = 16;

  private IdForm() {}

  /** Whether the text is an id with this prefix; text from outside is asked here first. */
  public static boolean matches(String prefix, String text) {
    if (!text.startsWith(prefix)
        || text.length() != prefix.length() + TIME_CHARACTERS + RANDOM_CHARACTERS) {
      return false;
    }
    for (int i = prefix.length(); i < text.length(); i++) {
      char character = text.charAt(i);
      if (character >= IN_ALPHABET.length || !IN_ALPHABET[character]) {
        return false;
      }
    }
    return true;
  }

  /** The text itself, if it is an id with this prefix. */
  public static String require(String prefix, String text) {
    if (!matches(prefix, text)) {
      throw new IllegalArgumentException("not an id of the form " + prefix + "…: " + text);
    }
    return text;
  }

  /** The id made at that time; of {@code high} the lower 16 bits count, of {@code low} all 64. */
  public static String of(String prefix, Instant at, long high, long low) {
    var characters = new char[TIME_CHARACTERS + RANDOM_CHARACTERS];
    long time = at.toEpochMilli();
    for (int i = TIME_CHARACTERS - 1; i >= 0; i--) {
      characters[i] = ALPHABET.charAt((int) (time & 31));
      time >>>= 5;
    }
    for (int i = 0; i < RANDOM_CHARACTERS; i++) {
      int bit = 5 * (RANDOM_CHARACTERS - 1 - i);
      characters[TIME_CHARACTERS + i] = ALPHABET.charAt((int) (bits(high, low, bit) & 31));
    }
    return prefix + new String(characters);
  }

  /**
   * The first id that can be made at that time: all that were made before are smaller. No id says a
   * time before 1970.
   */
  public static String first(String prefix, Instant time) {
    return of(prefix, time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time, 0, 0);
  }

  /** The 80 bits, shifted right. */
  private static long bits(long high, long low, int shift) {
    if (shift >= Long.SIZE) {
      return (high & 0xFFFF) >>> (shift - Long.SIZE);
    }
    return shift == 0 ? low : (low >>> shift) | (high & 0xFFFF) << (Long.SIZE - shift);
  }
}

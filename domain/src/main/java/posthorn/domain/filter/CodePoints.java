package posthorn.domain.filter;

/** The order of strings by code point. Java's own order puts U+1F600 before U+FF5E. */
final class CodePoints {
  private CodePoints() {}

  static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        return Integer.compare(rank(a), rank(b));
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** Half of a surrogate pair is part of a character beyond all those of one char. */
  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + 0x10000 : c;
  }
}

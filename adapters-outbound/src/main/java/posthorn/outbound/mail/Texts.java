package posthorn.outbound.mail;

import java.util.stream.Collectors;
import posthorn.domain.field.PlainText;

/** Texts from elsewhere, as a part of a line of ours. */
final class Texts {
  private static final int LONGEST = 300;

  private Texts() {}

  /** Without anything that ends a line or is no character to be read. */
  static String oneLine(String text) {
    String line =
        PlainText.cleaned(text)
            .codePoints()
            .limit(LONGEST)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    return line.strip();
  }
}

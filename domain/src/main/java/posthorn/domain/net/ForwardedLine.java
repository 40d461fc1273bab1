package posthorn.domain.net;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a line of the header {@code Forwarded} (RFC 7239). Strict about quotes: a client that opens
 * one must not be able to swallow what a proxy adds behind it.
 */
final class ForwardedLine {
  private static final char QUOTE = '"';
  private static final char ESCAPE = '\\';

  private final String text;
  private int at;

  private ForwardedLine(String text) {
    this.text = text;
  }

  /**
   * What each element says that it is for, in the line's order; empty inside for an element that
   * does not say it.
   *
   * @return empty if the line is malformed
   */
  static Optional<List<Optional<String>>> nodes(String line) {
    try {
      return Optional.of(new ForwardedLine(line).elements());
    } catch (MalformedException _) {
      return Optional.empty();
    }
  }

  private static final class MalformedException extends Exception {}

  private List<Optional<String>> elements() throws MalformedException {
    var nodes = new ArrayList<Optional<String>>();
    do {
      nodes.add(element());
    } while (skips(','));
    if (at < text.length()) {
      throw new MalformedException();
    }
    return nodes;
  }

  private Optional<String> element() throws MalformedException {
    Optional<String> node = Optional.empty();
    do {
      String name = word().toLowerCase(Locale.ROOT);
      if (!skips('=')) {
        throw new MalformedException();
      }
      String value = isAt(QUOTE) ? quoted() : word();
      if (name.equals("for")) {
        if (node.isPresent()) {
          throw new MalformedException();
        }
        node = Optional.of(value);
      }
    } while (skips(';'));
    return node;
  }

  private String word() throws MalformedException {
    skipSpace();
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw new MalformedException();
    }
    return text.substring(start, at);
  }

  /** Wider than the grammar, which has colons and brackets in quotes only; many leave them out. */
  private static boolean isOfWord(char c) {
    return c > ' ' && c < 0x7F && ",;=\"\\".indexOf(c) < 0;
  }

  private String quoted() throws MalformedException {
    var value = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == QUOTE) {
        at++;
        return value.toString();
      }
      if (c == ESCAPE && ++at == text.length()) {
        break;
      }
      value.append(text.charAt(at));
    }
    throw new MalformedException();
  }

  private boolean skips(char wanted) {
    skipSpace();
    if (!isAt(wanted)) {
      return false;
    }
    at++;
    return true;
  }

  private boolean isAt(char wanted) {
    return at < text.length() && text.charAt(at) == wanted;
  }

  private void skipSpace() {
    while (isAt(' ') || isAt('\t')) {
      at++;
    }
  }
}

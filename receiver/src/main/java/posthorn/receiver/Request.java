package posthorn.receiver;

import java.util.Optional;

/**
 * A request as it came.
 *
 * @param head up to the empty line, and with it
 * @param body its bytes, as ISO 8859-1
 */
public record Request(String head, String body) {

  public String method() {
    return head.split(" ", 2)[0];
  }

  /** What was asked for: a path in most cases, a URL where this is a proxy. */
  public String target() {
    String[] words = head.lines().findFirst().orElse("").split(" ", 3);
    return words.length > 1 ? words[1] : "";
  }

  /** The first header of that name, however it is written. */
  public Optional<String> header(String name) {
    String start = name + ":";
    return head.lines()
        .skip(1)
        .filter(line -> line.regionMatches(true, 0, start, 0, start.length()))
        .map(line -> line.substring(start.length()).strip())
        .findFirst();
  }

  /** All of it. */
  public String text() {
    return head + body;
  }
}

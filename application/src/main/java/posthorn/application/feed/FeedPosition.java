package posthorn.application.feed;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place between two events, by which a reader goes on later.
 *
 * @param run which run of the server it is of: the next one counts anew
 * @param count how many events came before it
 */
public record FeedPosition(String run, long count) {
  /** Longer than any that is written here. */
  public static final int MAX_LENGTH = 64;

  private static final Pattern FORM = Pattern.compile("([0-9a-z]{1,40})-([0-9]{1,18})");

  public static Optional<FeedPosition> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new FeedPosition(matcher.group(1), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  /** As it stands in the API. */
  @Override
  public String toString() {
    return run + "-" + count;
  }
}

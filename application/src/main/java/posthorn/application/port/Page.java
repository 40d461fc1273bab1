package posthorn.application.port;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list. There may be little in it, or nothing, though more follows: whoever finds
 * little stops looking after a while, and says from where to go on.
 *
 * @param <T> what is listed
 * @param <I> its id
 * @param next what the next page is to begin after; null if nothing follows
 * @param offset how many of the next page are still to be passed over
 */
public record Page<T, I>(List<T> items, @Nullable I next, int offset) {

  public static <T, I> Page<T, I> empty() {
    return new Page<>(List.of(), null, 0);
  }

  /**
   * The page that was asked for.
   *
   * @param found one more than the limit, if there is one: that tells whether a further page
   *     follows
   */
  public static <T, I> Page<T, I> of(List<T> found, int limit, Function<T, I> id) {
    List<T> items = List.copyOf(found.subList(0, Math.min(limit, found.size())));
    return new Page<>(items, found.size() > limit ? id.apply(items.getLast()) : null, 0);
  }
}

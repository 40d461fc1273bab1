package posthorn.http;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of a list, and where the next part begins; null where none follows. */
record PageView<T>(List<T> items, @Nullable String nextCursor) {

  /**
   * The page that was asked for.
   *
   * @param found one more than the limit, if there is one: that tells whether a further page
   *     follows
   * @param cursor where the next page begins, by the last of this one
   */
  static <F, T> PageView<T> of(
      List<F> found, int limit, Function<F, T> view, Function<F, String> cursor) {
    List<F> page = found.subList(0, Math.min(limit, found.size()));
    return new PageView<>(
        page.stream().map(view).toList(),
        found.size() > limit ? cursor.apply(page.getLast()) : null);
  }

  static <F, T> PageView<T> whole(List<F> all, Function<F, T> view) {
    return new PageView<>(all.stream().map(view).toList(), null);
  }
}

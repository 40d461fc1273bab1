package posthorn.http;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Page;
import posthorn.domain.id.IdForm;

/**
 * Where a list goes on. To callers it is a text that means nothing.
 *
 * @param <I> the id of what is listed
 * @param before null for the list's beginning
 * @param offset how many are still to be passed over
 */
record ListCursor<I>(@Nullable I before, int offset) {
  private static final String NAME = "cursor";
  private static final String RULE = "must be the next_cursor of a page before";
  private static final char SEPARATOR = '~';

  /** As the request says, by its cursor or its offset. */
  static <I> ListCursor<I> of(
      QueryParameters parameters, String prefix, Function<String, I> constructor) {
    int offset = parameters.offset();
    Optional<ListCursor<I>> cursor =
        parameters
            .valid(NAME, text -> parse(text, prefix, constructor).isPresent(), RULE)
            .flatMap(text -> parse(text, prefix, constructor));
    if (cursor.isPresent() && offset > 0) {
      parameters.reject("offset", "cannot be given along with cursor");
    }
    return cursor.orElseGet(() -> new ListCursor<>(null, offset));
  }

  private static <I> Optional<ListCursor<I>> parse(
      String text, String prefix, Function<String, I> constructor) {
    int end = text.indexOf(SEPARATOR);
    String id = end < 0 ? text : text.substring(0, end);
    String offset = end < 0 ? "0" : text.substring(end + 1);
    if (!IdForm.matches(prefix, id) || !offset.matches("[0-9]{1,5}")) {
      return Optional.empty();
    }
    return Optional.of(new ListCursor<>(constructor.apply(id), Integer.parseInt(offset)));
  }

  /** The text for the page behind this one, if there is one. */
  static <I> @Nullable String after(Page<?, I> page, Function<I, String> text) {
    I next = page.next();
    if (next == null) {
      return null;
    }
    return page.offset() == 0 ? text.apply(next) : text.apply(next) + SEPARATOR + page.offset();
  }
}

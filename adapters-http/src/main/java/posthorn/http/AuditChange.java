package posthorn.http;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.AuditEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a change was, made from how the API shows a thing before and after it: where it was there
 * before and is after, only the fields that differ; without secrets; and not too long.
 */
final class AuditChange {
  static final String HIDDEN = "(hidden)";

  /** Beyond so many characters fields are left out, with a word about their size. */
  static final int MAX_LENGTH = 16 * 1024;

  /** Whatever has one of these names is not kept, wherever it stands. */
  private static final Set<String> SECRETS =
      Set.of("secret", "key", "private_key", "key_hash", "password", "token");

  /** What others need to let us in is often in headers: their names are kept. */
  private static final String HEADERS = "headers";

  private AuditChange() {}

  static AuditEntry.Change of(@Nullable Object before, @Nullable Object after) {
    ObjectNode was = treeOf(before);
    ObjectNode is = treeOf(after);
    if (was != null && is != null) {
      keepDifferences(was, is);
    }
    return new AuditEntry.Change(textOf(was), textOf(is));
  }

  /** Written and read, so that equal things are equal whatever they were written from. */
  private static @Nullable ObjectNode treeOf(@Nullable Object view) {
    if (view == null) {
      return null;
    }
    var tree = (ObjectNode) Json.MAPPER.readTree(Json.MAPPER.writeValueAsBytes(view));
    // Up to 99 waits, which follow from the fields beside them.
    if (tree.path("effective_config") instanceof ObjectNode holds) {
      holds.remove("retry_schedule");
    }
    return tree;
  }

  private static void keepDifferences(ObjectNode was, ObjectNode is) {
    var names = new HashSet<>(was.propertyNames());
    names.retainAll(is.propertyNames());
    for (String name : names) {
      if (was.path(name).equals(is.path(name))) {
        was.remove(name);
        is.remove(name);
      }
    }
  }

  private static @Nullable String textOf(@Nullable ObjectNode view) {
    if (view == null) {
      return null;
    }
    hide(view, false);
    shorten(view);
    return view.toString();
  }

  private static void hide(JsonNode node, boolean everything) {
    if (node instanceof ObjectNode object) {
      for (String name : List.copyOf(object.propertyNames())) {
        JsonNode value = object.path(name);
        if (value.isString() && (everything || SECRETS.contains(name))) {
          object.put(name, HIDDEN);
        } else {
          hide(value, everything || name.equals(HEADERS));
        }
      }
    } else {
      node.forEach(element -> hide(element, everything));
    }
  }

  private static void shorten(ObjectNode view) {
    int left = MAX_LENGTH;
    for (String name : List.copyOf(view.propertyNames())) {
      int length = view.path(name).toString().length();
      if (length > left) {
        view.putObject(name).put("omitted_characters", length);
      } else {
        left -= length;
      }
    }
  }
}

package posthorn.http;

import io.javalin.http.Context;
import java.util.stream.Stream;

/** A version as an entity tag, so that whoever changes something can say what they have seen. */
final class EntityTags {
  private EntityTags() {}

  static void set(Context context, int version) {
    context.header("ETag", tagOf(version));
  }

  /** Ends the request if it is meant for another version only. */
  static void requireMatch(Context context, int version) {
    String header = context.header("If-Match");
    if (header == null) {
      return;
    }
    boolean matches =
        Stream.of(header.split(",", -1))
            .map(String::strip)
            .anyMatch(tag -> tag.equals("*") || tag.equals(tagOf(version)));
    if (!matches) {
      throw new ProblemException(Problem.preconditionFailed(tagOf(version)));
    }
  }

  private static String tagOf(int version) {
    return "\"" + version + "\"";
  }
}

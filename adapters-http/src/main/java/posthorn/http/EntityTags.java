package posthorn.http;

import io.javalin.http.Context;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is shown as an entity tag, so that whoever changes it can say what they have seen. */
final class EntityTags {
  private static final String HEADER = "If-Match";
  private static final int HASHED_BYTES = 16;

  private EntityTags() {}

  /** Of a thing that counts its versions. */
  static String ofVersion(int version) {
    return "\"" + version + "\"";
  }

  /** Of one that does not: of all that is shown of it. */
  static String ofView(Object view) {
    return '"' + hashOf(Json.MAPPER.writeValueAsBytes(view)) + '"';
  }

  static String hashOf(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(hash, 0, HASHED_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static void set(Context context, String tag) {
    context.header("ETag", tag);
  }

  /** Whether the request is meant for what was seen only. */
  static boolean isConditional(Context context) {
    return context.header(HEADER) != null;
  }

  /**
   * Ends the request if it is meant for another state only.
   *
   * @param present null where there is no such thing
   */
  static void requireMatch(Context context, @Nullable String present) {
    String header = context.header(HEADER);
    if (header == null) {
      return;
    }
    boolean matches =
        present != null
            && Stream.of(header.split(",", -1))
                .map(String::strip)
                .anyMatch(tag -> tag.equals("*") || tag.equals(present));
    if (!matches) {
      throw new ProblemException(Problem.preconditionFailed(present));
    }
  }
}

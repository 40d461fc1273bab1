package posthorn.domain.inbound;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a {@code Content-Type} says of a body, as far as it matters here. */
public final class MediaType {
  private MediaType() {}

  static boolean isForm(@Nullable String contentType) {
    return contentType != null && essence(contentType).equals("application/x-www-form-urlencoded");
  }

  /** {@code application/json}, or anything that says that it is JSON too. */
  public static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    String type = essence(contentType);
    return type.equals("application/json") || type.endsWith("+json") || type.equals("text/json");
  }

  /** Also a form's, which some clients leave on the JSON that they send. */
  public static boolean mayBeJson(@Nullable String contentType) {
    return isJson(contentType) || isForm(contentType);
  }

  private static String essence(String contentType) {
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}

package posthorn.domain.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.field.PlainText;

/**
 * Whose webhook it is, in words that mean something to others and nothing to us.
 *
 * @param email whom to tell when something is wrong with it
 * @param metadata a JSON object, kept as it was written
 */
public record Ownership(@Nullable String id, @Nullable String email, JsonBytes metadata) {
  public static final int MAX_ID_LENGTH = 255;
  public static final int MAX_METADATA_BYTES = 16 * 1024;
  public static final Ownership NONE =
      new Ownership(null, null, new JsonBytes("{}".getBytes(UTF_8)));

  private static final int MAX_EMAIL_LENGTH = 254;
  public static final String EMAIL_RULE =
      "must be an e-mail address of at most " + MAX_EMAIL_LENGTH + " characters";

  /** As much as can be told without sending one: something, an at sign, something. */
  public static boolean isEmail(String text) {
    int at = text.lastIndexOf('@');
    return at > 0
        && at < text.length() - 1
        && text.length() <= MAX_EMAIL_LENGTH
        && text.chars().allMatch(c -> c > ' ')
        && PlainText.isPlain(text);
  }
}

package posthorn.application.access;

import java.util.Base64;
import posthorn.application.port.Randomness;
import posthorn.domain.access.ApiKey;

/** The text of a new key, which is a secret. */
public final class NewKeyText {
  private static final int BYTES = 32;

  private NewKeyText() {}

  public static String from(Randomness randomness) {
    return ApiKey.TEXT_PREFIX
        + Base64.getUrlEncoder().withoutPadding().encodeToString(randomness.bytes(BYTES));
  }
}

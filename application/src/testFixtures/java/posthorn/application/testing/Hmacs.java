package posthorn.application.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 by the JDK, as a receiver or a sender on the other side reckons it. */
public final class Hmacs {
  private Hmacs() {}

  public static String hex(String secret, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}

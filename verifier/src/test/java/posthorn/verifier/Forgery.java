package posthorn.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Requests that anybody can sign for a receiver whose "secret" is none. */
final class Forgery {
  private Forgery() {}

  /** Right in every scheme that would take the text as it stands. */
  static List<Sent> of(Sent sent, String secret) throws Exception {
    String seconds = Long.toString(sent.now().getEpochSecond());
    boolean decoded = secret.equals("whsec_");
    byte[] standard = hmac(decoded ? "" : secret, "evt_1." + seconds + ".", sent);
    Sent first =
        forged(sent, "standard", secret, "v1," + Base64.getEncoder().encodeToString(standard))
            .with("WEBHOOK_ID", "evt_1")
            .with("WEBHOOK_TIMESTAMP", seconds);
    if (decoded) {
      // For the others, a text like any other.
      return List.of(first);
    }
    String timestamped = HexFormat.of().formatHex(hmac(secret, seconds + ".", sent));
    String sha256 = HexFormat.of().formatHex(hmac(secret, "", sent));
    return List.of(
        first,
        forged(sent, "timestamped", secret, "t=" + seconds + ",v1=" + timestamped),
        forged(sent, "sha256", secret, "sha256=" + sha256));
  }

  private static Sent forged(Sent sent, String scheme, String secret, String signature) {
    return new Sent(
        "forged " + scheme + " for '" + secret + "'",
        scheme,
        List.of(secret),
        Map.of("WEBHOOK_SIGNATURE", signature),
        sent.latin1(),
        sent.now(),
        sent.tolerance());
  }

  private static byte[] hmac(String key, String head, Sent sent) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    // Java takes no empty key; a zero is the same key to HMAC, which fills up with zeros.
    byte[] bytes = key.isEmpty() ? new byte[1] : key.getBytes(UTF_8);
    mac.init(new SecretKeySpec(bytes, "HmacSHA256"));
    mac.update(head.getBytes(UTF_8));
    return mac.doFinal(sent.body());
  }
}

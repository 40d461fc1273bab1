package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * The public keys that a webhook's requests can be verified with: a JWK Set (RFC 7517), newest key
 * first.
 */
record WebhookKeysView(List<KeyView> keys) {

  /**
   * An Ed25519 key (RFC 8037).
   *
   * @param kid its thumbprint (RFC 7638): another key has another
   * @param publicKey the same key as Standard Webhooks writes it
   */
  record KeyView(
      String kid, String kty, String crv, String x, String alg, String use, String publicKey) {

    static KeyView of(String publicKey) {
      byte[] raw = Base64.getDecoder().decode(publicKey.substring("whpk_".length()));
      String x = base64Url(raw);
      return new KeyView(thumbprint(x), "OKP", "Ed25519", x, "EdDSA", "sig", publicKey);
    }

    private static String thumbprint(String x) {
      String required = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
      try {
        return base64Url(MessageDigest.getInstance("SHA-256").digest(required.getBytes(UTF_8)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }

    private static String base64Url(byte[] bytes) {
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
  }

  static WebhookKeysView of(List<String> publicKeys) {
    return new WebhookKeysView(publicKeys.stream().map(KeyView::of).toList());
  }
}

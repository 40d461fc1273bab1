package posthorn.domain.webhook;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Certificates and keys as texts; what has anything else in it is none. */
final class Pem {
  private static final Pattern CERTIFICATE = block("CERTIFICATE");
  private static final Pattern PRIVATE_KEY = block("PRIVATE KEY");

  private Pem() {}

  private static Pattern block(String label) {
    return Pattern.compile(
        "-----BEGIN " + label + "-----([A-Za-z0-9+/=\\s]*+)-----END " + label + "-----");
  }

  /** One or more of them. */
  static Optional<List<X509Certificate>> certificates(String text) {
    List<byte[]> blocks = blocks(CERTIFICATE, text);
    if (blocks.isEmpty()) {
      return Optional.empty();
    }
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      var certificates = new ArrayList<X509Certificate>();
      for (byte[] block : blocks) {
        certificates.add(
            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block)));
      }
      return Optional.of(certificates);
    } catch (CertificateException _) {
      return Optional.empty();
    }
  }

  /** One, of that kind. */
  static Optional<PrivateKey> privateKey(String text, String algorithm) {
    List<byte[]> blocks = blocks(PRIVATE_KEY, text);
    if (blocks.size() != 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(blocks.getFirst())));
    } catch (GeneralSecurityException _) {
      return Optional.empty();
    }
  }

  private static List<byte[]> blocks(Pattern block, String text) {
    if (!block.matcher(text).replaceAll("").isBlank()) {
      return List.of();
    }
    try {
      return block
          .matcher(text)
          .results()
          .map(found -> Base64.getMimeDecoder().decode(found.group(1)))
          .toList();
    } catch (IllegalArgumentException _) {
      return List.of();
    }
  }
}

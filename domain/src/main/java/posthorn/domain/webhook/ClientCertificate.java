package posthorn.domain.webhook;

import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import posthorn.domain.field.Sha256;

/**
 * What a webhook's requests show of themselves to a receiver that asks who connects (mutual TLS).
 *
 * @param chain certificates in PEM form, the webhook's own first, then whoever issued it
 * @param privateKey of the first one; in PEM form, PKCS#8
 */
public record ClientCertificate(String chain, String privateKey) {
  public static final int MAX_LENGTH = 16 * 1024;

  public ClientCertificate {
    Optional<String> why = refusalOf(chain).or(() -> refusalOf(privateKey, chain));
    if (why.isPresent()) {
      throw new IllegalArgumentException("a client certificate " + why.get());
    }
  }

  /** Why these are no certificates to show; to be read after their field's name. */
  public static Optional<String> refusalOf(String chain) {
    if (chain.length() > MAX_LENGTH) {
      return Optional.of("must be at most " + MAX_LENGTH + " characters");
    }
    return Pem.certificates(chain)
        .map(ClientCertificate::refusalOf)
        .orElseGet(() -> Optional.of("must be certificates in PEM form, and nothing else"));
  }

  private static Optional<String> refusalOf(List<X509Certificate> chain) {
    if (!KeyPairs.isKnown(chain.getFirst().getPublicKey())) {
      return Optional.of("must have a key of a kind that is known: " + KeyPairs.KINDS);
    }
    for (int i = 1; i < chain.size(); i++) {
      Principal issuer = chain.get(i - 1).getIssuerX500Principal();
      if (!issuer.equals(chain.get(i).getSubjectX500Principal())) {
        return Optional.of("must begin with the webhook's own, each followed by its issuer's");
      }
    }
    return Optional.empty();
  }

  /** Why this is not the private key of the first certificate, which is one to show. */
  public static Optional<String> refusalOf(String privateKey, String chain) {
    if (privateKey.length() > MAX_LENGTH) {
      return Optional.of("must be at most " + MAX_LENGTH + " characters");
    }
    X509Certificate first = Pem.certificates(chain).orElseThrow().getFirst();
    Optional<PrivateKey> key = Pem.privateKey(privateKey, first.getPublicKey().getAlgorithm());
    if (key.isEmpty()) {
      return Optional.of(
          "must be a private key of the certificate's kind in PEM form, PKCS#8, not encrypted"
              + " ('BEGIN PRIVATE KEY')");
    }
    return KeyPairs.fit(first.getPublicKey(), key.get())
        ? Optional.empty()
        : Optional.of("does not belong to the certificate");
  }

  /** The webhook's own first. */
  public List<X509Certificate> certificates() {
    return Pem.certificates(chain).orElseThrow();
  }

  public PrivateKey key() {
    return Pem.privateKey(privateKey, own().getPublicKey().getAlgorithm()).orElseThrow();
  }

  public String subject() {
    Principal subject = own().getSubjectX500Principal();
    return subject.getName();
  }

  public String issuer() {
    Principal issuer = own().getIssuerX500Principal();
    return issuer.getName();
  }

  public Instant expiresAt() {
    return own().getNotAfter().toInstant();
  }

  /** SHA-256 of the webhook's own, in hexadecimal. */
  public String fingerprint() {
    try {
      return Sha256.hex(own().getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was read can be written", e);
    }
  }

  private X509Certificate own() {
    return certificates().getFirst();
  }

  /** Never the key: a record that holds one may end up in a log. */
  @Override
  public String toString() {
    return "ClientCertificate[" + fingerprint() + "]";
  }
}

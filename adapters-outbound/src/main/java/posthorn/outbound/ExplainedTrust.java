package posthorn.outbound;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts whom another trusts, and says of the others in words that a person understands why not.
 */
final class ExplainedTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager trust;

  ExplainedTrust(X509ExtendedTrustManager trust) {
    this.trust = trust;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    try {
      // Of a certificate that is itself trusted, Java does not look at the dates.
      chain[0].checkValidity();
      trust.checkServerTrusted(chain, type, engine);
    } catch (CertificateException e) {
      throw explained(chain[0], e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    // Without the name it was meant for nothing can be said of a certificate.
    throw new CertificateException("the certificate's name was not to be checked");
  }

  private static CertificateException explained(
      X509Certificate certificate, CertificateException why) {
    String explanation;
    if (Causes.find(why, CertificateExpiredException.class).isPresent()) {
      explanation =
          hasExpired(certificate)
              ? "TLS certificate expired on " + day(certificate.getNotAfter().toInstant())
              : "TLS certificate is vouched for by one that has expired";
    } else if (Causes.find(why, CertificateNotYetValidException.class).isPresent()) {
      explanation =
          "TLS certificate is valid only from "
              + day(certificate.getNotBefore().toInstant())
              + " on";
    } else if (isSelfSigned(certificate)) {
      explanation = "TLS certificate is self-signed and not trusted";
    } else {
      explanation =
          "TLS certificate is not trusted; it was issued by "
              + certificate.getIssuerX500Principal().getName();
    }
    return new CertificateException(explanation, why);
  }

  private static boolean hasExpired(X509Certificate certificate) {
    try {
      certificate.checkValidity();
      return false;
    } catch (CertificateExpiredException _) {
      return true;
    } catch (CertificateNotYetValidException _) {
      return false;
    }
  }

  private static String day(Instant time) {
    return time.atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }

  private static boolean isSelfSigned(X509Certificate certificate) {
    return certificate.getIssuerX500Principal().equals(certificate.getSubjectX500Principal());
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    trust.checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    trust.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    trust.checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trust.getAcceptedIssuers();
  }
}

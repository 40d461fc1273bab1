package posthorn.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.webhook.ClientCertificate;

/** A client certificate as the API shows it: by what it can be recognized, and never its key. */
record ClientCertificateView(
    String subject, String issuer, Instant expiresAt, String fingerprintSha256) {

  static @Nullable ClientCertificateView of(@Nullable ClientCertificate certificate) {
    return certificate == null
        ? null
        : new ClientCertificateView(
            certificate.subject(),
            certificate.issuer(),
            certificate.expiresAt(),
            certificate.fingerprint());
  }
}

package posthorn.outbound;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import posthorn.domain.webhook.ClientCertificate;

/** Whose certificates are trusted: the authorities that Java knows, and those an operator adds. */
final class Trust {
  /** Shared by all contexts: it holds some hundred certificates. */
  private final TrustManager[] managers;

  private Trust(X509ExtendedTrustManager manager) {
    managers = new TrustManager[] {new ExplainedTrust(manager)};
  }

  static Trust in(List<X509Certificate> additional) {
    try {
      return new Trust(managerOf(storeOf(additional)));
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(e);
    }
  }

  private static IllegalStateException unusable(Exception cause) {
    return new IllegalStateException("TLS cannot be used on this machine", cause);
  }

  /** With the certificate that is shown to receivers who ask for one, if any. */
  SSLContext context(@Nullable ClientCertificate certificate) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(certificate == null ? null : keysOf(certificate), managers, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(e);
    }
  }

  private static KeyManager[] keysOf(ClientCertificate certificate)
      throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    // It stays in memory, so nothing is won by a password.
    var password = new char[0];
    store.setKeyEntry(
        "own",
        certificate.key(),
        password,
        certificate.certificates().toArray(X509Certificate[]::new));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password);
    return factory.getKeyManagers();
  }

  private static @Nullable KeyStore storeOf(List<X509Certificate> additional)
      throws GeneralSecurityException, IOException {
    if (additional.isEmpty()) {
      return null;
    }
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    List<X509Certificate> all =
        Stream.concat(Stream.of(managerOf(null).getAcceptedIssuers()), additional.stream())
            .toList();
    for (int i = 0; i < all.size(); i++) {
      store.setCertificateEntry("authority-" + i, all.get(i));
    }
    return store;
  }

  /** Of Java's own store, if none is given. */
  private static X509ExtendedTrustManager managerOf(@Nullable KeyStore store)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return Stream.of(factory.getTrustManagers())
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .findFirst()
        .orElseThrow();
  }
}

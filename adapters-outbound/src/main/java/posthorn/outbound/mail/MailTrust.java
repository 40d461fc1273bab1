package posthorn.outbound.mail;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Which mail servers are trusted: by the authorities that Java knows, and an operator's own. */
final class MailTrust {
  private MailTrust() {}

  static SSLSocketFactory sockets(List<X509Certificate> additional) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, managersOf(additional.isEmpty() ? null : storeOf(additional)), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("TLS cannot be used on this machine", e);
    }
  }

  private static KeyStore storeOf(List<X509Certificate> additional)
      throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    Stream<X509Certificate> known =
        Stream.of(managersOf(null))
            .map(X509TrustManager.class::cast)
            .flatMap(manager -> Stream.of(manager.getAcceptedIssuers()));
    List<X509Certificate> all = Stream.concat(known, additional.stream()).toList();
    for (int i = 0; i < all.size(); i++) {
      store.setCertificateEntry("authority-" + i, all.get(i));
    }
    return store;
  }

  /** Of Java's own store, if none is given. */
  private static TrustManager[] managersOf(@Nullable KeyStore store)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}

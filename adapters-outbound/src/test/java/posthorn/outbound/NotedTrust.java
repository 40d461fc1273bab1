package posthorn.outbound;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** A receiver's trust in certain clients; it keeps note of whom it let in, a connection each. */
class NotedTrust extends X509ExtendedTrustManager {
  private final List<X509Certificate> known;
  private final List<X509Certificate> letIn = new CopyOnWriteArrayList<>();

  NotedTrust(X509Certificate... known) {
    this.known = List.of(known);
  }

  List<X509Certificate> letIn() {
    return letIn;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    if (!known.contains(chain[0])) {
      throw new CertificateException("somebody else");
    }
    letIn.add(chain[0]);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("a receiver connects to nobody");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return known.toArray(X509Certificate[]::new);
  }
}

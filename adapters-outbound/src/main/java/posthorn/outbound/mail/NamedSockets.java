package posthorn.outbound.mail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Sockets that let no handshake end well unless the certificate has the mail server's name. */
final class NamedSockets extends SSLSocketFactory {
  private final SSLSocketFactory plain;

  NamedSockets(SSLSocketFactory plain) {
    this.plain = plain;
  }

  private static Socket named(Socket socket) {
    var secure = (SSLSocket) socket;
    var parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    return secure;
  }

  @Override
  public Socket createSocket() throws IOException {
    return named(plain.createSocket());
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    return named(plain.createSocket(socket, host, port, autoClose));
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return named(plain.createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    return named(plain.createSocket(host, port, from, fromPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return named(plain.createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort)
      throws IOException {
    return named(plain.createSocket(host, port, from, fromPort));
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return plain.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return plain.getSupportedCipherSuites();
  }
}

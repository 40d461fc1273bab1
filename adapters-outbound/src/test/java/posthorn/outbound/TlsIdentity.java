package posthorn.outbound;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A key with a certificate that it has signed itself, made by Java's own tool. */
public record TlsIdentity(KeyStore store) {
  private static final String PASSWORD = "changeit";
  private static final String ALIAS = "receiver";

  /**
   * Makes one.
   *
   * @param names as the tool writes them: {@code dns:a.example,ip:127.0.0.1}
   * @param more the tool's arguments about its validity
   */
  public static TlsIdentity of(Path folder, String names, String... more)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve(ALIAS + ".p12");
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-dname",
                "CN=Receiver",
                "-ext",
                "san=" + names));
    command.addAll(List.of(more));
    int code = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IllegalStateException("keytool ended with " + code);
    }
    return new TlsIdentity(KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()));
  }

  public X509Certificate certificate() throws GeneralSecurityException {
    return (X509Certificate) store.getCertificate(ALIAS);
  }

  KeyManager[] keys() throws GeneralSecurityException {
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    return keys.getKeyManagers();
  }

  public SSLContext context() throws GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    context.init(keys(), null, null);
    return context;
  }

  /** Listens on loopback, speaking these versions. */
  ServerSocket listen(String... versions) throws IOException, GeneralSecurityException {
    var server =
        (SSLServerSocket)
            context()
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    if (versions.length > 0) {
      server.setEnabledProtocols(versions);
    }
    return server;
  }
}

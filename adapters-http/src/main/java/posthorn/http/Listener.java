package posthorn.http;

import java.util.function.Predicate;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import posthorn.domain.net.ClientAddress;

/** The socket that the server listens on, with what its connections may do. */
final class Listener {
  /** Without a byte, either way, a connection is closed. */
  private static final long IDLE_MILLIS = 30_000;

  private Listener() {}

  static Connector of(Server server, HttpConfiguration http, HttpServer.Settings settings) {
    var connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(IDLE_MILLIS);
    HttpServer.Bounds bounds = settings.bounds();
    Predicate<ClientAddress> isShared =
        address -> isOwn(address) || settings.trustedProxies().trusts(address);
    connector.addBean(
        new ConnectionBounds(bounds.connections(), bounds.connectionsPerAddress(), isShared));
    connector.addBean(new SlowHeads(connector));
    return connector;
  }

  /** A proxy on this machine comes from there. */
  private static boolean isOwn(ClientAddress address) {
    return address.text().equals("127.0.0.1") || address.text().equals("::1");
  }
}

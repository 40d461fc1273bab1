package posthorn.outbound;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;
import posthorn.domain.webhook.ClientCertificate;
import posthorn.outbound.PooledWebhookSender.Settings;

/**
 * The client for requests that show no certificate, and one for each certificate: a connection that
 * was made with one is never used for a request with another.
 */
final class Clients implements AutoCloseable {
  private final Settings settings;
  private final int most;
  private final Lent plain;

  /** Those with certificates, the longest unused first. */
  private final Map<ClientCertificate, Lent> certified = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Starts the one without a certificate.
   *
   * @param most how many others are kept; more only while all of them are in use
   */
  Clients(Settings settings, int most) {
    this.settings = settings;
    this.most = most;
    plain = new Lent(Client.start(settings, Trust.context(settings.authorities(), null)));
  }

  /** A client that is in use until it is closed. */
  final class Lent implements AutoCloseable {
    private final Client client;
    private int users;

    private Lent(Client client) {
      this.client = client;
    }

    Client client() {
      return client;
    }

    @Override
    public void close() {
      if (this != plain) {
        giveBack(this);
      }
    }
  }

  /** The client for requests with that certificate, or without one. */
  Lent take(@Nullable ClientCertificate certificate) {
    if (certificate == null) {
      return plain;
    }
    List<Lent> left;
    Lent taken;
    synchronized (certified) {
      taken = certified.computeIfAbsent(certificate, this::start);
      taken.users++;
      left = evict();
    }
    end(left);
    return taken;
  }

  private Lent start(ClientCertificate certificate) {
    return new Lent(
        Client.startSmall(settings, Trust.context(settings.authorities(), certificate)));
  }

  private void giveBack(Lent lent) {
    List<Lent> left;
    synchronized (certified) {
      lent.users--;
      left = evict();
    }
    end(left);
  }

  /** Takes away those that are too many, as far as nobody uses them. */
  private List<Lent> evict() {
    var left = new ArrayList<Lent>();
    Iterator<Lent> longestUnused = certified.values().iterator();
    while (certified.size() > most && longestUnused.hasNext()) {
      Lent next = longestUnused.next();
      if (next.users == 0) {
        longestUnused.remove();
        left.add(next);
      }
    }
    return left;
  }

  /** Nothing is under way on their connections, so there is nothing to wait for. */
  private static void end(List<Lent> left) {
    left.forEach(lent -> lent.client.http().close(CloseMode.IMMEDIATE));
  }

  /** How many there are, besides the one without a certificate. */
  int certified() {
    synchronized (certified) {
      return certified.size();
    }
  }

  /** How many connections are in use, of all of them. */
  int leasedConnections() {
    synchronized (certified) {
      return leasedOf(plain) + certified.values().stream().mapToInt(Clients::leasedOf).sum();
    }
  }

  private static int leasedOf(Lent lent) {
    return lent.client.connections().getTotalStats().getLeased();
  }

  @Override
  public void close() {
    List<Lent> all;
    synchronized (certified) {
      all = List.copyOf(certified.values());
      certified.clear();
    }
    plain.client.close();
    all.forEach(lent -> lent.client.close());
  }
}

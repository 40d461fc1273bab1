package posthorn.domain.net;

import java.util.List;
import java.util.Optional;

/**
 * The reverse proxies whose word is taken for where a request came from. A client can write what it
 * likes into a header, so the header is read from its end, which the nearest proxy wrote, and only
 * for as long as trusted proxies wrote it.
 */
public record TrustedProxies(List<Cidr> networks) {
  public static final TrustedProxies NONE = new TrustedProxies(List.of());

  public TrustedProxies {
    networks = List.copyOf(networks);
  }

  public boolean trusts(ClientAddress address) {
    return networks.stream().anyMatch(address::isIn);
  }

  /**
   * The rightmost address that is no trusted proxy's. Where a hop cannot be read, it is the proxy
   * that vouches for that hop. Where both headers are there and differ, one of them passed through
   * a proxy that does not know it, so neither is believed.
   *
   * @param peer the other end of the connection
   * @param xForwardedFor the header's lines
   * @param forwarded the header's lines
   */
  public ClientAddress clientBehind(
      ClientAddress peer, List<String> xForwardedFor, List<String> forwarded) {
    if (!trusts(peer)) {
      return peer;
    }
    if (forwarded.isEmpty()) {
      return along(ForwardedHops.ofXForwardedFor(xForwardedFor), peer);
    }
    ClientAddress client = along(ForwardedHops.ofForwarded(forwarded), peer);
    boolean agreed =
        xForwardedFor.isEmpty()
            || along(ForwardedHops.ofXForwardedFor(xForwardedFor), peer).equals(client);
    return agreed ? client : peer;
  }

  private ClientAddress along(List<Optional<ClientAddress>> hops, ClientAddress peer) {
    ClientAddress last = peer;
    for (Optional<ClientAddress> hop : hops) {
      if (hop.isEmpty() || !trusts(last)) {
        return last;
      }
      last = hop.get();
    }
    return last;
  }
}

package posthorn.http;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.net.TrustedProxies;

/** Tells where a request came from, also through reverse proxies that are trusted. */
final class ClientAddresses {
  private final TrustedProxies proxies;

  ClientAddresses(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  ClientAddress of(Context context) {
    ClientAddress peer = ClientAddress.ofPeer(context.ip());
    return proxies.trusts(peer)
        ? proxies.clientBehind(peer, lines(context, "X-Forwarded-For"), lines(context, "Forwarded"))
        : peer;
  }

  private static List<String> lines(Context context, String header) {
    return Collections.list(context.req().getHeaders(header));
  }
}

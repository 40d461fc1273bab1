package posthorn.application.dispatch;

import java.util.HashMap;
import java.util.Map;
import posthorn.domain.dispatch.PlaceBounds;
import posthorn.domain.net.WebhookUrl;

/** The hosts that webhooks lead to, each for as long as one does. Not safe for threads. */
final class Hosts {
  private final PlaceBounds bounds;
  private final Map<String, Host> byName = new HashMap<>();

  Hosts(PlaceBounds bounds) {
    this.bounds = bounds;
  }

  /** The host of a URL, where one webhook more is now. */
  Host enter(WebhookUrl url) {
    String name = url.host() + ":" + url.port();
    Host host = byName.computeIfAbsent(name, _ -> new Host(name, bounds));
    host.desks++;
    return host;
  }

  /** One webhook is not there any more. */
  void leave(Host host) {
    host.desks--;
    forgetIfUnused(host);
  }

  void forgetIfUnused(Host host) {
    if (host.desks == 0 && host.places.taken() == 0) {
      byName.remove(host.name, host);
    }
  }
}

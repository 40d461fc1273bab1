package posthorn.application.inbound;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import posthorn.domain.event.Hops;
import posthorn.domain.signing.ReceivedHeaders;
import posthorn.domain.signing.VerificationScheme;

/** A request to our address for a source, as it came: nobody has looked into it. */
public final class InboundRequest {
  /** In place of a value that is nobody's business. */
  static final String HIDDEN = "(hidden)";

  private static final Set<String> SECRET =
      Set.of("authorization", "proxy-authorization", "cookie");

  private final Map<String, List<String>> values;
  private final ReceivedHeaders headers;
  private final byte[] body;
  private final String remoteAddress;

  /** Takes the array over; whoever made it no longer changes it. */
  public InboundRequest(Map<String, List<String>> headers, byte[] body, String remoteAddress) {
    this.values = headers;
    this.headers = ReceivedHeaders.of(headers);
    this.body = body;
    this.remoteAddress = remoteAddress;
  }

  ReceivedHeaders headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }

  String remoteAddress() {
    return remoteAddress;
  }

  /** How often what it is about has come in before. */
  int hops() {
    return Hops.of(headers.all(Hops.HEADER).stream().findFirst().orElse(null));
  }

  Map<String, String> firstValues() {
    var first = new LinkedHashMap<String, String>();
    values.forEach((name, all) -> first.put(name, all.getFirst()));
    return first;
  }

  /** All of them, one value each, without what proves the message or opens something. */
  Map<String, String> storedHeaders(VerificationScheme scheme) {
    var stored = new LinkedHashMap<String, String>();
    values.forEach((name, all) -> {
      String lower = name.toLowerCase(Locale.ROOT);
      boolean hidden = SECRET.contains(lower) || scheme.header().equalsIgnoreCase(name);
      stored.put(lower, hidden ? HIDDEN : String.join(", ", all));
    });
    return stored;
  }

  /** Without the values, among which are signatures and tokens. */
  @Override
  public String toString() {
    return "InboundRequest" + values.keySet() + "[" + body.length + " bytes]";
  }
}

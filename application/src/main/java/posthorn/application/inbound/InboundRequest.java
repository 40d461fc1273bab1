package posthorn.application.inbound;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import posthorn.domain.inbound.Source;
import posthorn.domain.signing.ReceivedHeaders;
import posthorn.domain.signing.VerificationScheme;

/**
 * A request to our address for a source, as it came: nobody has looked into it. Its body is read
 * only once it is known that its source takes it, so that strangers cost no memory.
 */
public final class InboundRequest {
  /** Brings the body in. */
  @FunctionalInterface
  public interface BodyReader {
    /**
     * Reads it, once.
     *
     * @param source that takes it
     */
    Body read(Source source);
  }

  /** All that was sent. */
  public static final class Body {
    private final byte[] bytes;
    private final Instant arrivedAt;

    /**
     * Takes the array over; its maker no longer changes it.
     *
     * @param arrivedAt when the last byte came
     */
    public Body(byte[] bytes, Instant arrivedAt) {
      this.bytes = bytes;
      this.arrivedAt = arrivedAt;
    }

    byte[] bytes() {
      return bytes;
    }

    Instant arrivedAt() {
      return arrivedAt;
    }
  }

  /** In place of a value that is nobody's business. */
  static final String HIDDEN = "(hidden)";

  private static final Set<String> SECRET =
      Set.of("authorization", "proxy-authorization", "cookie");

  private final Map<String, List<String>> values;
  private final ReceivedHeaders headers;
  private final BodyReader body;
  private final String remoteAddress;

  public InboundRequest(Map<String, List<String>> headers, BodyReader body, String remoteAddress) {
    this.values = headers;
    this.headers = ReceivedHeaders.of(headers);
    this.body = body;
    this.remoteAddress = remoteAddress;
  }

  ReceivedHeaders headers() {
    return headers;
  }

  Body readBody(Source source) {
    return body.read(source);
  }

  String remoteAddress() {
    return remoteAddress;
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
    return "InboundRequest" + values.keySet();
  }
}

package posthorn.application.inbound;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import posthorn.domain.event.Hops;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceSettings;
import posthorn.domain.net.ClientAddress;
import posthorn.domain.signing.ReceivedHeaders;

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

  /** Opens something, whatever a source's settings say. */
  private static final Set<String> SECRET =
      Set.of("authorization", "proxy-authorization", "cookie");

  /** A header with one of these in its name proves the message or opens something, as a rule. */
  private static final List<String> SECRET_WORDS =
      List.of("authorization", "signature", "hmac", "token", "key", "secret", "password", "cookie");

  private final Map<String, List<String>> values;
  private final ReceivedHeaders headers;
  private final BodyReader body;
  private final ClientAddress remoteAddress;

  public InboundRequest(
      Map<String, List<String>> headers, BodyReader body, ClientAddress remoteAddress) {
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

  ClientAddress remoteAddress() {
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

  /**
   * All of them, one value each, without what proves the message or opens something. The headers
   * that name the event type stay, because routing the message again needs them.
   */
  Map<String, String> storedHeaders(SourceSettings settings) {
    var stored = new LinkedHashMap<String, String>();
    values.forEach((name, all) -> {
      String lower = name.toLowerCase(Locale.ROOT);
      stored.put(lower, isHidden(lower, settings) ? HIDDEN : String.join(", ", all));
    });
    return stored;
  }

  private static boolean isHidden(String lower, SourceSettings settings) {
    if (SECRET.contains(lower) || settings.scheme().header().equalsIgnoreCase(lower)) {
      return true;
    }
    return SECRET_WORDS.stream().anyMatch(lower::contains)
        && !settings.eventType().looksAtHeader(lower);
  }

  /** Those of stored headers whose values are known. */
  static Map<String, String> knownOf(Map<String, String> stored) {
    var known = new LinkedHashMap<>(stored);
    known.values().removeIf(HIDDEN::equals);
    return known;
  }

  /** Without the values, among which are signatures and tokens. */
  @Override
  public String toString() {
    return "InboundRequest" + values.keySet();
  }
}

package posthorn.domain.inbound;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.Hops;
import posthorn.domain.filter.JsonValue;

/**
 * What a source sent, as far as naming and routing it go.
 *
 * @param headers by name in lower case; of a header sent twice, the first
 * @param body null when it is no JSON, which is no mistake: forms are sent too
 */
public record InboundMessage(Map<String, String> headers, @Nullable JsonValue body) {

  public InboundMessage {
    var lower = new HashMap<String, String>();
    headers.forEach((name, value) -> lower.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
    headers = Map.copyOf(lower);
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /** How often what it is about has come in before. */
  public int hops() {
    return Hops.of(header(Hops.HEADER).orElse(null));
  }
}

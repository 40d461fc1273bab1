package posthorn.domain.signing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Received headers, as tests write them. */
final class Received {
  private Received() {}

  static ReceivedHeaders headers(Map<String, String> sent) {
    var headers = new LinkedHashMap<String, List<String>>();
    sent.forEach((name, value) -> headers.put(name, List.of(value)));
    return ReceivedHeaders.of(headers);
  }

  /** As sent, but for one header; without it when the value is empty. */
  static ReceivedHeaders but(Map<String, String> sent, String name, List<String> values) {
    var headers = new LinkedHashMap<String, List<String>>();
    sent.forEach((other, value) -> headers.put(other, List.of(value)));
    headers.put(name, values);
    return ReceivedHeaders.of(headers);
  }
}

package posthorn.domain.delivery;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is kept of a request's headers: the names of all, and the values of those that Posthorn sets
 * and that prove nothing. A webhook's own headers are often credentials, and signatures open the
 * receiver to a request that is sent again; neither is written down.
 */
public final class RecordedHeaders {
  /** In place of a value that is not kept. */
  public static final String HIDDEN = "(hidden)";

  /** In the spelling in which they are sent. */
  private static final Set<String> KEPT =
      Set.of(
          "X-Webhook-ID",
          "X-Webhook-Event",
          "X-Webhook-Delivery",
          "X-Webhook-Delivery-ID",
          "X-Webhook-Attempt",
          "X-Webhook-Timestamp",
          "X-Idempotency-Key",
          "webhook-id",
          "webhook-timestamp",
          "Host",
          "Content-Length",
          "Content-Type",
          "User-Agent");

  private RecordedHeaders() {}

  public static Map<String, String> of(Map<String, String> sent) {
    Map<String, String> recorded = LinkedHashMap.newLinkedHashMap(sent.size());
    sent.forEach((name, value) -> recorded.put(name, KEPT.contains(name) ? value : HIDDEN));
    return recorded;
  }
}

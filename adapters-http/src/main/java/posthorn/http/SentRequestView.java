package posthorn.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClaimedDelivery;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.PayloadFormat;

/**
 * What is sent for a delivery: to where the webhook is now, with the headers of the last attempt as
 * they were recorded; few of them where none was made yet.
 */
record SentRequestView(
    String method,
    String url,
    Map<String, String> headers,
    String body,
    @Nullable String attemptId,
    @Nullable Instant executedAt) {

  static SentRequestView of(
      ClaimedDelivery sent, PayloadFormat format, List<Attempt> attempts, UrlSight sight) {
    Attempt last = attempts.isEmpty() ? null : attempts.getLast();
    JsonBytes body = format.render(sent.event(), sent.delivery().id().value());
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", "application/json");
    if (last != null) {
      headers.putAll(last.requestHeaders());
    }
    return new SentRequestView(
        "POST",
        sight.of(sent.webhook().url()),
        headers,
        new String(body.bytes(), UTF_8),
        last == null ? null : last.id().value(),
        last == null ? null : last.executedAt());
  }
}

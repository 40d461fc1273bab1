package posthorn.application.port;

import java.util.Map;
import posthorn.domain.retry.AttemptOutcome;

/** Sends requests to receivers. */
public interface WebhookSender {

  /**
   * Sends one request; never throws for what the network or the receiver did. Once it is recalled
   * nothing of it leaves any more, and what has left is cut off, unless it is answered already.
   */
  AttemptOutcome send(WebhookRequest request, Recall recall);

  /**
   * The headers of the request as they leave: its own, and those that this adds. Those that belong
   * to a connection and not to the request, such as {@code Connection}, are not among them. The
   * names are those of HTTP/1.1; HTTP/2 writes them in lower case, and {@code Host} as {@code
   * :authority}.
   */
  Map<String, String> headersOf(WebhookRequest request);

  /** Sends one request that is never recalled. */
  default AttemptOutcome send(WebhookRequest request) {
    return send(request, Recall.NEVER);
  }
}

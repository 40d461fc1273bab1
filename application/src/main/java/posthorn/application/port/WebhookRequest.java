package posthorn.application.port;

import java.time.Duration;
import java.util.Map;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;

/**
 * A signed request, ready to be sent.
 *
 * @param headers ours, in order; the sender adds those that belong to the transport
 * @param timeout for all of it, from the first look at the name to the end of the answer
 */
public record WebhookRequest(
    WebhookUrl url, Map<String, String> headers, JsonBytes body, Duration timeout) {}

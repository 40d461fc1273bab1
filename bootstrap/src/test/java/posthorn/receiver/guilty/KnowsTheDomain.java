package posthorn.receiver.guilty;

import posthorn.domain.net.WebhookUrl;

/** Breaks the rule that the scripted receiver knows nothing of the product. */
public final class KnowsTheDomain {
  String text(WebhookUrl url) {
    return url.toString();
  }
}

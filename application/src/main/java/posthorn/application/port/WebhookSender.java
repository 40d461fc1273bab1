package posthorn.application.port;

import posthorn.domain.retry.AttemptOutcome;

/** Sends requests to receivers. */
public interface WebhookSender {

  /**
   * Sends one request; never throws for what the network or the receiver did. Once it is recalled
   * nothing of it leaves any more, and what has left is cut off, unless it is answered already.
   */
  AttemptOutcome send(WebhookRequest request, Recall recall);

  /** Sends one request that is never recalled. */
  default AttemptOutcome send(WebhookRequest request) {
    return send(request, Recall.NEVER);
  }
}

package posthorn.application.port;

import posthorn.domain.retry.AttemptOutcome;

/** Sends requests to receivers. */
public interface WebhookSender {

  /** Sends one request; never throws for what the network or the receiver did. */
  AttemptOutcome send(WebhookRequest request);
}

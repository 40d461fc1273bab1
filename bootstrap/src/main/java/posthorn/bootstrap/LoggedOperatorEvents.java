package posthorn.bootstrap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.AccessRefused;
import posthorn.application.port.OperatorEvent.AlertFired;
import posthorn.application.port.OperatorEvent.AlertResolved;
import posthorn.application.port.OperatorEvent.AttemptSettled;
import posthorn.application.port.OperatorEvent.BatchProgress;
import posthorn.application.port.OperatorEvent.CircuitChanged;
import posthorn.application.port.OperatorEvent.DeliveriesCancelled;
import posthorn.application.port.OperatorEvent.DeliveryCancelled;
import posthorn.application.port.OperatorEvent.DeliveryDelivered;
import posthorn.application.port.OperatorEvent.DeliveryDied;
import posthorn.application.port.OperatorEvent.DeliveryFailed;
import posthorn.application.port.OperatorEvent.LoopRefused;
import posthorn.application.port.OperatorEvent.ReplayOffered;
import posthorn.application.port.OperatorEvent.SignatureFailed;
import posthorn.application.port.OperatorEvent.WebhookDeleted;
import posthorn.application.port.OperatorEvent.WebhookDisabled;
import posthorn.application.port.OperatorEvents;

/** Writes operator events to the log. */
final class LoggedOperatorEvents implements OperatorEvents {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorEvent.TOPIC);

  @Override
  public void announce(OperatorEvent event) {
    switch (event) {
      case AttemptSettled _ -> {} // What became of its delivery says it.
      case DeliveryDelivered delivered ->
          LOG.atDebug()
              .addKeyValue("delivery", delivered.delivery())
              .addKeyValue("webhook", delivered.webhook())
              .addKeyValue("attempt", delivered.attempt())
              .log("Delivered");
      case DeliveryFailed failed ->
          LOG.atInfo()
              .addKeyValue("delivery", failed.delivery())
              .addKeyValue("webhook", failed.webhook())
              .addKeyValue("attempt", failed.attempt())
              .addKeyValue("category", failed.failure().category().wireName())
              .addKeyValue("reason", failed.failure().message())
              .addKeyValue("next_retry_at", failed.nextRetryAt())
              .log("An attempt failed; it is tried again");
      case DeliveryCancelled cancelled ->
          LOG.atInfo()
              .addKeyValue("delivery", cancelled.delivery())
              .addKeyValue("webhook", cancelled.webhook())
              .addKeyValue("reason", cancelled.reason().wireName())
              .log("A delivery was cancelled; a person may retry it");
      case DeliveriesCancelled cancelled ->
          LOG.atInfo()
              .addKeyValue("webhook", cancelled.webhook())
              .addKeyValue("count", cancelled.count())
              .addKeyValue("reason", cancelled.reason().wireName())
              .log("All deliveries of a webhook were cancelled; they go with it");
      case CircuitChanged changed ->
          LOG.atWarn()
              .addKeyValue("webhook", changed.webhook())
              .addKeyValue("from", changed.from().wireName())
              .addKeyValue("to", changed.to().wireName())
              .log("A circuit changed; while it is open its deliveries wait");
      case ReplayOffered offered ->
          LOG.atWarn()
              .addKeyValue("tenant", offered.tenant())
              .addKeyValue("webhook", offered.webhook())
              .addKeyValue("dead_letters", offered.deadLetters())
              .log("A circuit has closed; its webhook's dead letters may be replayed");
      case BatchProgress progress ->
          LOG.atInfo()
              .addKeyValue("tenant", progress.tenant())
              .addKeyValue("operation", progress.operation().id())
              .addKeyValue("status", progress.operation().state().wireName())
              .addKeyValue("replayed", progress.operation().run().replayed())
              .addKeyValue("remaining", progress.operation().remaining())
              .log("A bulk replay of dead letters has come further");
      case WebhookDisabled disabled ->
          LOG.atWarn()
              .addKeyValue("webhook", disabled.webhook())
              .addKeyValue("wish", disabled.wish())
              .log("A receiver wants nothing any more; its webhook is disabled");
      case SignatureFailed failed ->
          LOG.atWarn()
              .addKeyValue("source", failed.source())
              .addKeyValue("remote_address", failed.from())
              .addKeyValue("reason", failed.reason())
              .addKeyValue("count", failed.count())
              .log("Messages were not signed by their source; they were refused");
      case AccessRefused refused ->
          LOG.atWarn()
              .addKeyValue("remote_address", refused.from())
              .addKeyValue("reason", refused.reason().wireName())
              .addKeyValue("key_id", refused.key() == null ? "none" : refused.key())
              .addKeyValue("count", refused.count())
              .log("Requests to the API were refused; more within a minute are told as one");
      case LoopRefused loop ->
          LOG.atWarn()
              .addKeyValue("source", loop.source())
              .addKeyValue("tenant", loop.tenant())
              .addKeyValue("count", loop.count())
              .log("Messages go in a circle; they are refused. A webhook leads to this source");
      case AlertFired fired ->
          LOG.atWarn()
              .addKeyValue("alert", fired.alert().id())
              .addKeyValue("rule", fired.alert().key().rule())
              .addKeyValue("severity", fired.alert().severity().wireName())
              .addKeyValue("tenant", fired.tenant())
              .addKeyValue("subject", fired.alert().key().subject().id())
              .addKeyValue("value", fired.alert().value())
              .log("An alert fired; whoever has a channel for it is told");
      case AlertResolved resolved ->
          LOG.atInfo()
              .addKeyValue("alert", resolved.alert().id())
              .addKeyValue("rule", resolved.alert().key().rule())
              .addKeyValue("tenant", resolved.tenant())
              .addKeyValue("subject", resolved.alert().key().subject().id())
              .log("An alert is over");
      case WebhookDeleted deleted ->
          LOG.atInfo()
              .addKeyValue("webhook", deleted.webhook())
              .log("A webhook was deleted; so are its deliveries");
      case DeliveryDied died ->
          LOG.atWarn()
              .addKeyValue("delivery", died.delivery())
              .addKeyValue("webhook", died.webhook())
              .addKeyValue("attempt", died.attempt())
              .addKeyValue("category", categoryOf(died))
              .addKeyValue("reason", messageOf(died))
              .addKeyValue("dead_reason", died.reason().wireName())
              .log("A delivery is dead; it waits for a person to retry it");
    }
  }

  private static String categoryOf(DeliveryDied died) {
    return died.failure() == null ? "none" : died.failure().category().wireName();
  }

  private static String messageOf(DeliveryDied died) {
    return died.failure() == null ? "it was never tried" : died.failure().message();
  }
}

package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import posthorn.application.access.Authenticate;
import posthorn.application.access.EnsureOperatorKey;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.ClaimDueDeliveries;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DispatchBell;
import posthorn.application.port.Events;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Randomness;
import posthorn.application.port.WebhookSender;
import posthorn.application.port.Webhooks;
import posthorn.application.publish.PublishEvent;
import posthorn.application.replay.RetryNow;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.bootstrap.config.Configuration;
import posthorn.domain.net.UrlPolicy;

/** The use cases, each given what it needs. */
final class UseCaseModule extends AbstractModule {
  @Provides
  CreateWebhook createWebhook(Webhooks webhooks, UrlPolicy urls, Ids ids, Randomness randomness) {
    return new CreateWebhook(webhooks, urls, ids, randomness);
  }

  @Provides
  PublishEvent publishEvent(
      Webhooks webhooks, Events events, Ids ids, DispatchBell bell, Configuration configuration) {
    return new PublishEvent(webhooks, events, ids, bell, configuration.retry());
  }

  @Provides
  ClaimDueDeliveries claimDueDeliveries(
      Deliveries deliveries, Ids ids, Configuration configuration) {
    return new ClaimDueDeliveries(deliveries, ids, Server.NODE, configuration.lease());
  }

  @Provides
  AttemptDelivery attemptDelivery(
      Deliveries deliveries,
      WebhookSender sender,
      OperatorEvents operatorEvents,
      Ids ids,
      Configuration configuration) {
    return new AttemptDelivery(
        deliveries,
        sender,
        operatorEvents,
        ids,
        configuration.retry(),
        configuration.outbound().timeout());
  }

  @Provides
  RetryNow retryNow(Deliveries deliveries, DispatchBell bell) {
    return new RetryNow(deliveries, bell);
  }

  @Provides
  EnsureOperatorKey ensureOperatorKey(ApiKeys keys, Ids ids, Randomness randomness) {
    return new EnsureOperatorKey(keys, ids, randomness);
  }

  @Provides
  Authenticate authenticate(ApiKeys keys) {
    return new Authenticate(keys);
  }
}

package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import posthorn.application.access.Authenticate;
import posthorn.application.access.EnsureOperatorKey;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Deliveries;
import posthorn.application.port.Events;
import posthorn.application.port.Ids;
import posthorn.application.port.Randomness;
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
      Webhooks webhooks,
      Events events,
      Ids ids,
      Dispatcher dispatcher,
      Configuration configuration) {
    return new PublishEvent(webhooks, events, ids, dispatcher, configuration.retry());
  }

  @Provides
  RetryNow retryNow(Deliveries deliveries, Dispatcher dispatcher) {
    return new RetryNow(deliveries, dispatcher);
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

package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.Duration;
import posthorn.application.access.EnsureOperatorKey;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.dispatch.Gates;
import posthorn.application.eventtypes.RegisterEventType;
import posthorn.application.eventtypes.RemoveEventType;
import posthorn.application.policy.Policies;
import posthorn.application.port.ApiKeys;
import posthorn.application.port.Deliveries;
import posthorn.application.port.EventTypes;
import posthorn.application.port.Events;
import posthorn.application.port.HeavyWork;
import posthorn.application.port.History;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Randomness;
import posthorn.application.port.Schemas;
import posthorn.application.port.Webhooks;
import posthorn.application.publish.Admission;
import posthorn.application.publish.Drafts;
import posthorn.application.publish.PublishEvent;
import posthorn.application.publish.TypeRules;
import posthorn.application.quota.EventQuota;
import posthorn.application.quota.StorageRoom;
import posthorn.application.quota.TenantQuotas;
import posthorn.application.replay.CancelDelivery;
import posthorn.application.replay.ReplayDelivery;
import posthorn.application.replay.RetryNow;
import posthorn.application.webhooks.ChangeWebhook;
import posthorn.application.webhooks.ControlCircuit;
import posthorn.application.webhooks.CreateWebhook;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.application.webhooks.RotateSecret;
import posthorn.application.webhooks.TestWebhook;
import posthorn.application.webhooks.VerifyUrl;
import posthorn.jsonschema.JsonSchemas;

/** The use cases, each given what it needs. */
final class UseCaseModule extends AbstractModule {
  @Provides
  VerifyUrl verifyUrl(Senders senders, Randomness randomness) {
    return new VerifyUrl(senders.tests(), randomness);
  }

  @Provides
  CreateWebhook createWebhook(
      Webhooks webhooks, TenantQuotas quotas, VerifyUrl verifyUrl, Ids ids, Randomness randomness) {
    return new CreateWebhook(webhooks, quotas, verifyUrl, ids, randomness);
  }

  @Provides
  ChangeWebhook changeWebhook(Webhooks webhooks, VerifyUrl verifyUrl, Dispatcher dispatcher) {
    return new ChangeWebhook(webhooks, verifyUrl, dispatcher);
  }

  @Provides
  DeleteWebhook deleteWebhook(
      Webhooks webhooks,
      Deliveries deliveries,
      History history,
      OperatorEvents operatorEvents,
      Dispatcher dispatcher) {
    return new DeleteWebhook(webhooks, deliveries, history, operatorEvents, dispatcher);
  }

  @Provides
  RotateSecret rotateSecret(Webhooks webhooks, Randomness randomness) {
    return new RotateSecret(webhooks, randomness);
  }

  @Provides
  TestWebhook testWebhook(Webhooks webhooks, Senders senders, Ids ids, Policies policies) {
    return new TestWebhook(webhooks, senders.tests(), ids, policies);
  }

  @Provides
  ControlCircuit controlCircuit(Webhooks webhooks, Gates gates, Dispatcher dispatcher) {
    return new ControlCircuit(webhooks, gates, dispatcher);
  }

  @Provides
  Drafts drafts(Webhooks webhooks, Ids ids, Dispatcher dispatcher, Policies policies) {
    return new Drafts(webhooks, ids, dispatcher, policies);
  }

  @Provides
  PublishEvent publishEvent(
      Events events, Admission admission, Drafts drafts, TenantQuotas quotas) {
    return new PublishEvent(events, admission, drafts, quotas);
  }

  @Provides
  @Singleton
  Schemas schemas() {
    return new JsonSchemas();
  }

  @Provides
  @Singleton
  HeavyWork heavyWork() {
    return new HeavyThreads(Duration.ofSeconds(5));
  }

  @Provides
  @Singleton
  TypeRules typeRules(EventTypes types, Schemas schemas, HeavyWork heavyWork) {
    return new TypeRules(types, schemas, heavyWork, System::nanoTime);
  }

  @Provides
  Admission admission(TypeRules typeRules, EventQuota quota, StorageRoom room) {
    return new Admission(typeRules, quota, room);
  }

  @Provides
  RegisterEventType registerEventType(EventTypes types, Schemas schemas, HeavyWork heavyWork) {
    return new RegisterEventType(types, schemas, heavyWork);
  }

  @Provides
  RemoveEventType removeEventType(EventTypes types) {
    return new RemoveEventType(types);
  }

  @Provides
  RetryNow retryNow(Deliveries deliveries, Dispatcher dispatcher) {
    return new RetryNow(deliveries, dispatcher);
  }

  @Provides
  ReplayDelivery replayDelivery(Deliveries deliveries, Ids ids, Dispatcher dispatcher) {
    return new ReplayDelivery(deliveries, ids, dispatcher);
  }

  @Provides
  CancelDelivery cancelDelivery(
      Deliveries deliveries, Dispatcher dispatcher, OperatorEvents operatorEvents) {
    return new CancelDelivery(deliveries, dispatcher, operatorEvents);
  }

  @Provides
  EnsureOperatorKey ensureOperatorKey(ApiKeys keys, Ids ids, Randomness randomness) {
    return new EnsureOperatorKey(keys, ids, randomness);
  }
}

package posthorn.application.alerts;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertQuery;
import posthorn.application.port.AlertStores;
import posthorn.application.testing.InMemoryMailer;
import posthorn.application.testing.InMemoryNoticeLog;
import posthorn.application.testing.Samples;
import posthorn.application.testing.SeededRandomness;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.TestEngine;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.application.webhooks.TestWebhook;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.Channel;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.alert.NotificationChannel.Taking;
import posthorn.domain.circuit.CircuitConfig;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.net.WebhookUrl;
import posthorn.domain.ordering.OnHeadFailure;
import posthorn.domain.ordering.OrderingGuarantee;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Flow;
import posthorn.domain.webhook.Ownership;
import posthorn.domain.webhook.Sending;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookSettings;

/** An engine with everything about alerts around it, run by hand. */
final class AlertBench {
  static final int MAILS_PER_HOUR = 20;
  static final String OWNER = "owner@example.com";
  static final Duration DIGESTS = Duration.ofHours(1);

  /** Its circuit opens only when it is told to. */
  private static final Flow PATIENT =
      new Flow(
          OrderingGuarantee.NONE,
          OnHeadFailure.BLOCK,
          null,
          null,
          new CircuitConfig(
              true, 50, 1_000_000, Duration.ofSeconds(60), Duration.ofSeconds(30), 3, null));

  final TestEngine engine = TestEngine.inMemory();
  final AlertStores stores = engine.stores.alerting();
  final InMemoryMailer mailer = new InMemoryMailer();
  final InMemoryNoticeLog log = new InMemoryNoticeLog();
  final SequentialIds ids = new SequentialIds();
  final Samples samples = new Samples();
  final ChannelWebhooks channelWebhooks =
      new ChannelWebhooks(
          engine.stores.webhooks(),
          new DeleteWebhook(
              engine.stores.webhooks(),
              engine.stores.deliveries(),
              engine.stores.history(),
              engine.announced::add,
              engine.dispatcher),
          ids,
          new SeededRandomness(1));
  final CreateChannel createChannel = new CreateChannel(stores.channels(), channelWebhooks, ids);
  final ChangeAlertRule changeRule =
      new ChangeAlertRule(stores.overrides(), new EffectiveRules(stores.overrides()));
  final MailAllowance allowance = new MailAllowance(MAILS_PER_HOUR);
  final TestChannel testChannel =
      new TestChannel(
          mailer,
          new TestWebhook(engine.stores.webhooks(), engine.sender, ids, engine.policies),
          log,
          ids,
          allowance);

  /** Like a start: nothing is known but what is stored. */
  EvaluateAlerts evaluateAlerts() {
    return new EvaluateAlerts(
        stores,
        engine.stores.webhooks(),
        engine.stores.tenants(),
        engine.dispatcher,
        new NoticePlan(engine.stores.webhooks(), stores.channels(), mailer, ids),
        engine.announced::add,
        ids,
        engine.disk,
        engine.clockTrust);
  }

  TellOwners tellOwners() {
    return new TellOwners(
        stores.deaths(), engine.stores.webhooks(), stores.channels(), mailer, ids, DIGESTS);
  }

  SendNotices sendNotices() {
    return new SendNotices(
        stores.outbox(),
        mailer,
        new PublishNotice(
            engine.stores.webhooks(),
            engine.stores.events(),
            engine.dispatcher,
            engine.policies,
            ids),
        log,
        allowance);
  }

  EvaluateAlerts.Result look() {
    return evaluateAlerts().evaluate(engine.time.now());
  }

  /** All that the loop does in one round. */
  void round() {
    look();
    tellOwners().tell(engine.time.now());
    sendNotices().send(engine.time.now());
  }

  Webhook webhook(@Nullable String owner) {
    Webhook webhook =
        samples.webhook(
            TenantId.DEFAULT,
            new WebhookSettings(
                "orders",
                new WebhookUrl(URI.create("https://receiver.example/hook?token=geheim")),
                List.of(new EventTypePattern("*")),
                null,
                PATIENT,
                Sending.DEFAULT,
                new Ownership(null, owner, JsonBytes.of("{}"))));
    engine.stores.webhooks().add(webhook);
    return webhook;
  }

  NotificationChannel channel(@Nullable TenantId tenant, Target target) {
    var command = new CreateChannel.Command(tenant, null, target, Taking.ALL);
    return ((CreateChannel.Result.Created) createChannel.create(command, engine.time.now()))
        .channel();
  }

  static Target log() {
    return new Target.Ready(new Channel.Log());
  }

  static Target mail() {
    return new Target.Ready(new Channel.Email(List.of("ops@example.com"), null));
  }

  static Target url() {
    return new Target.Url(new WebhookUrl(URI.create("https://operator.example/alerts")), null);
  }

  List<Alert> alerts() {
    return stores.alerts().list(new AlertQuery(null, null, null, null, null, null, null, 100));
  }

  List<Alert> alerts(String rule) {
    return alerts().stream().filter(alert -> alert.key().rule().equals(rule)).toList();
  }

  void publish(int count) {
    for (int i = 0; i < count; i++) {
      engine.publish("order.created", "{}");
    }
  }

  /** Publishes so many, all of which are given up at the first attempt. */
  void die(int count) {
    engine.sender.everyReceiver(_ ->
        new AttemptOutcome.Answered(
            500, Map.of("webhook-delivery", "abort-message"), "", null, Duration.ZERO));
    publish(count);
    engine.runDue();
  }
}

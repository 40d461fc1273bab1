package posthorn.bootstrap.alerts;

import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import posthorn.application.alerts.EvaluateAlerts;
import posthorn.application.alerts.MailAllowance;
import posthorn.application.alerts.NoticePlan;
import posthorn.application.alerts.PublishNotice;
import posthorn.application.alerts.SendNotices;
import posthorn.application.alerts.TellOwners;
import posthorn.application.feed.FoldRepeats;
import posthorn.application.policy.Policies;
import posthorn.application.port.AlertStores;
import posthorn.application.testing.InMemoryMailer;
import posthorn.application.testing.InMemoryNoticeLog;
import posthorn.application.testing.InMemoryTrustedTime;
import posthorn.application.testing.SequentialIds;
import posthorn.application.testing.Stores;
import posthorn.application.testing.TestClockTrust;
import posthorn.application.testing.TestEngine;
import posthorn.bootstrap.clock.ClockWatch;
import posthorn.bootstrap.vital.Deaths;
import posthorn.domain.retry.RetryPreset;
import posthorn.domain.webhook.WebhookPolicy;

/** About a thread, so with one. */
class AlertLoopTest {
  private static final InstantSource BROKEN =
      () -> {
        throw new OutOfMemoryError("told so");
      };

  private final TestEngine engine = TestEngine.inMemory();
  private final SequentialIds ids = new SequentialIds();
  private final InMemoryMailer mailer = new InMemoryMailer();
  private final Deaths deaths = new Deaths();

  @Test
  void an_error_ends_the_process_and_not_only_the_loop() throws Exception {
    loop().start();

    deaths.assertThatItEndedFor("the thread alerts");
  }

  private AlertLoop loop() {
    Stores stores = engine.stores;
    AlertStores alerting = stores.alerting();
    var policies =
        new Policies(stores.tenants(), WebhookPolicy.ofServer(RetryPreset.GATEWAY, 5), 50);
    var time = new InMemoryTrustedTime();
    return new AlertLoop(
        new ClockWatch(new TestClockTrust(), time, BROKEN),
        new EvaluateAlerts(
            alerting,
            stores.webhooks(),
            stores.tenants(),
            engine.dispatcher,
            new NoticePlan(stores.webhooks(), alerting.channels(), mailer, ids),
            _ -> {},
            ids,
            engine.disk,
            new TestClockTrust()),
        new TellOwners(
            alerting.deaths(),
            stores.webhooks(),
            alerting.channels(),
            mailer,
            ids,
            Duration.ofHours(1)),
        new SendNotices(
            alerting.outbox(),
            mailer,
            new PublishNotice(stores.webhooks(), stores.events(), engine.dispatcher, policies, ids),
            new InMemoryNoticeLog(),
            new MailAllowance(100)),
        new FoldRepeats(_ -> {}),
        BROKEN,
        Duration.ofMillis(1),
        deaths.threads());
  }
}

package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import posthorn.application.alerts.ChangeAlertRule;
import posthorn.application.alerts.ChangeChannel;
import posthorn.application.alerts.ChannelWebhooks;
import posthorn.application.alerts.CreateChannel;
import posthorn.application.alerts.EffectiveRules;
import posthorn.application.alerts.EvaluateAlerts;
import posthorn.application.alerts.MailAllowance;
import posthorn.application.alerts.NoticePlan;
import posthorn.application.alerts.PublishNotice;
import posthorn.application.alerts.RemoveChannel;
import posthorn.application.alerts.SendNotices;
import posthorn.application.alerts.TellOwners;
import posthorn.application.alerts.TestChannel;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.feed.FoldRepeats;
import posthorn.application.policy.Policies;
import posthorn.application.port.AlertStores;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.Events;
import posthorn.application.port.Ids;
import posthorn.application.port.Mailer;
import posthorn.application.port.NoticeLog;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Randomness;
import posthorn.application.port.Tenants;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.Webhooks;
import posthorn.application.quota.DiskReserve;
import posthorn.application.webhooks.DeleteWebhook;
import posthorn.application.webhooks.TestWebhook;
import posthorn.bootstrap.alerts.AlertLoop;
import posthorn.bootstrap.clock.ClockWatch;
import posthorn.bootstrap.config.Configuration;
import posthorn.http.HttpServer;
import posthorn.outbound.mail.SmtpMailer;
import posthorn.outbound.mail.SmtpSettings;
import posthorn.sqlite.SqliteStore;

/** Alerts, and how they are told. */
final class AlertModule extends AbstractModule {
  @Provides
  AlertStores alertStores(SqliteStore store) {
    return store.alerting();
  }

  @Provides
  NoticeLog noticeLog() {
    return new LoggedNotices();
  }

  @Provides
  @Singleton
  Mailer mailer(Configuration configuration, InstantSource clock) {
    SmtpSettings smtp = configuration.alerts().smtp();
    return smtp == null ? new NoMailer() : new SmtpMailer(smtp, clock);
  }

  @Provides
  EvaluateAlerts evaluateAlerts(
      AlertStores stores,
      Webhooks webhooks,
      Tenants tenants,
      Dispatcher dispatcher,
      Mailer mailer,
      OperatorEvents operatorEvents,
      Ids ids,
      DiskReserve disk,
      ClockTrust clock) {
    var notices = new NoticePlan(webhooks, stores.channels(), mailer, ids);
    return new EvaluateAlerts(
        stores, webhooks, tenants, dispatcher, notices, operatorEvents, ids, disk, clock);
  }

  @Provides
  @Singleton
  MailAllowance mailAllowance(Configuration configuration) {
    return new MailAllowance(configuration.alerts().mail().perTenantHour());
  }

  @Provides
  SendNotices sendNotices(
      AlertStores stores,
      Mailer mailer,
      PublishNotice publish,
      NoticeLog log,
      MailAllowance allowance) {
    return new SendNotices(stores.outbox(), mailer, publish, log, allowance);
  }

  @Provides
  PublishNotice publishNotice(
      Webhooks webhooks, Events events, Dispatcher dispatcher, Policies policies, Ids ids) {
    return new PublishNotice(webhooks, events, dispatcher, policies, ids);
  }

  @Provides
  @Singleton
  TellOwners tellOwners(
      AlertStores stores, Webhooks webhooks, Mailer mailer, Ids ids, Configuration configuration) {
    return new TellOwners(
        stores.deaths(),
        webhooks,
        stores.channels(),
        mailer,
        ids,
        configuration.alerts().digestInterval());
  }

  @Provides
  @Singleton
  AlertLoop alertLoop(
      ClockWatch clockWatch,
      EvaluateAlerts evaluateAlerts,
      TellOwners tellOwners,
      SendNotices sendNotices,
      FoldRepeats folded,
      InstantSource clock,
      Configuration configuration,
      VitalThreads threads) {
    return new AlertLoop(
        clockWatch,
        evaluateAlerts,
        tellOwners,
        sendNotices,
        folded,
        clock,
        configuration.alerts().interval(),
        threads);
  }

  @Provides
  ChannelWebhooks channelWebhooks(
      Webhooks webhooks, DeleteWebhook deleteWebhook, Ids ids, Randomness randomness) {
    return new ChannelWebhooks(webhooks, deleteWebhook, ids, randomness);
  }

  @Provides
  HttpServer.UseCases.OfChannels ofChannels(
      AlertStores stores,
      ChannelWebhooks webhooks,
      TestChannel testChannel,
      Ids ids,
      Configuration configuration) {
    return new HttpServer.UseCases.OfChannels(
        webhooks,
        new CreateChannel(stores.channels(), webhooks, ids),
        new ChangeChannel(stores.channels(), webhooks),
        new RemoveChannel(stores.channels(), webhooks),
        testChannel,
        configuration.alerts().mail().domains());
  }

  @Provides
  TestChannel testChannel(
      Mailer mailer, TestWebhook testWebhook, NoticeLog log, Ids ids, MailAllowance allowance) {
    return new TestChannel(mailer, testWebhook, log, ids, allowance);
  }

  @Provides
  @Singleton
  HttpServer.UseCases.OfAlerts ofAlerts(
      AlertStores stores, HttpServer.UseCases.OfChannels channels) {
    var rules = new EffectiveRules(stores.overrides());
    return new HttpServer.UseCases.OfAlerts(
        stores, rules, new ChangeAlertRule(stores.overrides(), rules), channels);
  }
}

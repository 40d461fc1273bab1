package posthorn.application.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Mailer;
import posthorn.application.port.WebhookRequest;
import posthorn.application.testing.ScriptedSender;
import posthorn.domain.alert.NotificationChannel;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;

class NotificationsTest {
  private final AlertBench bench = new AlertBench();

  @Test
  void a_thousand_dead_letters_are_one_mail_and_the_next_thousand_one_more_after_an_hour() {
    Webhook webhook = bench.webhook(AlertBench.OWNER);
    bench.die(1_000);
    tell();
    tell();
    assertThat(bench.mailer.sent())
        .singleElement()
        .satisfies(mail -> {
          assertThat(mail.to()).containsExactly(AlertBench.OWNER);
          assertThat(mail.subject()).isEqualTo("[Posthorn] 1000 deliveries were given up");
          assertThat(mail.text())
              .contains(webhook.id().value(), "receiver.example", "retry-batch")
              .doesNotContain("geheim");
        });

    bench.engine.time.advance(Duration.ofMinutes(1));
    bench.die(1_000);
    tell();
    assertThat(bench.mailer.sent()).hasSize(1);
    bench.engine.time.advance(Duration.ofHours(1));
    tell();
    assertThat(bench.mailer.sent()).hasSize(2);
    assertThat(bench.mailer.sent().getLast().subject()).contains("1000");
    bench.engine.time.advance(Duration.ofHours(2));
    tell();
    assertThat(bench.mailer.sent()).hasSize(2);
  }

  @Test
  void dead_letters_of_a_webhook_without_an_owner_go_to_the_tenants_channels() {
    bench.channel(TenantId.DEFAULT, AlertBench.log());
    bench.webhook(null);
    bench.die(3);
    tell();

    assertThat(bench.log.lines).containsExactly("3 deliveries were given up");
  }

  @Test
  void with_nobody_to_tell_dead_letters_are_not_kept_for_later() {
    bench.webhook(null);
    bench.die(3);
    tell();
    bench.channel(TenantId.DEFAULT, AlertBench.log());
    tell();

    assertThat(bench.log.lines).isEmpty();
  }

  @Test
  void alerts_of_many_webhooks_are_one_mail() {
    bench.channel(null, AlertBench.mail());
    for (int i = 0; i < 30; i++) {
      open(bench.webhook(AlertBench.OWNER));
    }
    bench.round();

    assertThat(bench.mailer.sent()).hasSize(2);
    assertThat(bench.mailer.sent().getLast().subject()).startsWith("[Posthorn] 30 ");
  }

  @Test
  void a_channel_is_mailed_every_five_minutes_at_most() {
    bench.channel(null, AlertBench.mail());
    open(bench.webhook(null));
    bench.round();
    for (int i = 0; i < 3; i++) {
      bench.engine.time.advance(Duration.ofSeconds(30));
      open(bench.webhook(null));
      bench.round();
    }
    assertThat(bench.mailer.sent()).hasSize(1);

    bench.engine.time.advance(Duration.ofMinutes(4));
    bench.round();
    assertThat(bench.mailer.sent()).hasSize(2);
    assertThat(bench.mailer.sent().getLast().subject()).contains("3 notifications");
  }

  /** Each webhook has an owner of its own, so that their mails cannot be one. */
  @Test
  void beyond_a_tenants_mails_of_an_hour_the_rest_waits_and_is_one_mail_for_each() {
    bench.channel(null, AlertBench.mail());
    for (int i = 0; i < AlertBench.MAILS_PER_HOUR + 5; i++) {
      open(bench.webhook("owner" + i + "@example.com"));
    }
    bench.round();
    // The operators' channel is not the tenant's.
    assertThat(bench.mailer.sent()).hasSize(AlertBench.MAILS_PER_HOUR + 1);
    bench.round();
    assertThat(bench.mailer.sent()).hasSize(AlertBench.MAILS_PER_HOUR + 1);
    assertThat(bench.log.usedUp).singleElement().asString().startsWith("default until");

    bench.engine.time.advance(Duration.ofHours(1));
    send();
    assertThat(bench.mailer.sent()).hasSize(AlertBench.MAILS_PER_HOUR + 6);
  }

  @Test
  void tests_of_a_channel_count_too_and_what_the_mail_server_refused_does_not() {
    NotificationChannel channel = bench.channel(TenantId.DEFAULT, AlertBench.mail());
    Instant now = bench.engine.time.now();
    bench.mailer.answers(new Mailer.Result.Refused("550 no"));
    for (int i = 0; i < AlertBench.MAILS_PER_HOUR; i++) {
      assertThat(bench.testChannel.test(channel, now).error()).isEqualTo("550 no");
    }
    bench.mailer.answers(new Mailer.Result.Sent());
    for (int i = 0; i < AlertBench.MAILS_PER_HOUR; i++) {
      assertThat(bench.testChannel.test(channel, now).error()).isNull();
    }
    assertThat(bench.testChannel.test(channel, now).error()).contains("20 mails of an hour");
    assertThat(bench.mailer.sent()).hasSize(AlertBench.MAILS_PER_HOUR);
  }

  @Test
  void an_owner_at_a_domain_that_is_not_allowed_is_told_by_the_tenants_channels() {
    bench.channel(TenantId.DEFAULT, AlertBench.log());
    bench.mailer.sendsOnlyTo("example.org");
    bench.webhook(AlertBench.OWNER);
    bench.die(3);
    tell();

    assertThat(bench.mailer.sent()).isEmpty();
    assertThat(bench.log.lines).containsExactly("3 deliveries were given up");
  }

  @Test
  void a_mail_that_cannot_be_sent_is_tried_again_later_and_later_and_given_up_after_days() {
    NotificationChannel channel = bench.channel(null, AlertBench.mail());
    open(bench.webhook(null));
    bench.mailer.answers(new Mailer.Result.Unavailable("connection refused"));
    bench.look();
    send();
    send();
    assertThat(bench.log.failures).hasSize(1);
    assertThat(bench.stores.channels().healthOf(channel.id()).lastError())
        .isEqualTo("connection refused");

    bench.engine.time.advance(Duration.ofSeconds(30));
    send();
    bench.engine.time.advance(Duration.ofSeconds(30));
    send();
    assertThat(bench.log.failures).hasSize(2);

    for (int hour = 0; hour < 80; hour++) {
      bench.engine.time.advance(Duration.ofHours(1));
      send();
    }
    assertThat(bench.log.failures).hasSizeBetween(70, 80);
    bench.mailer.answers(new Mailer.Result.Sent());
    bench.engine.time.advance(Duration.ofHours(1));
    send();
    assertThat(bench.mailer.sent()).isEmpty();
    assertThat(bench.stores.channels().healthOf(channel.id()).lastError())
        .isEqualTo("connection refused");
  }

  @Test
  void what_is_new_is_not_given_up_along_with_what_is_old() {
    bench.channel(null, AlertBench.mail());
    open(bench.webhook(null));
    bench.mailer.answers(new Mailer.Result.Unavailable("connection refused"));
    bench.look();
    for (int hour = 0; hour < 71; hour++) {
      bench.engine.time.advance(Duration.ofHours(1));
      send();
    }
    open(bench.webhook(null));
    bench.look();
    bench.engine.time.advance(Duration.ofHours(2));
    send();
    bench.mailer.answers(new Mailer.Result.Sent());
    bench.engine.time.advance(Duration.ofHours(2));
    send();

    assertThat(bench.mailer.sent()).hasSize(1);
  }

  @Test
  void a_recipient_that_is_refused_keeps_no_other_from_being_told() {
    bench.channel(null, AlertBench.mail());
    open(bench.webhook(AlertBench.OWNER));
    bench.mailer.answers(new Mailer.Result.Refused("550 no such user"));
    bench.look();
    send();

    assertThat(bench.log.failures).hasSize(2);
  }

  @Test
  void without_a_mail_server_the_owner_is_told_by_the_channels() {
    bench.mailer.isNotConfigured();
    bench.channel(null, AlertBench.log());
    bench.webhook(AlertBench.OWNER);
    bench.engine.sender.everyReceiverAnswers(410);
    bench.publish(1);
    bench.engine.runDue();
    bench.look();
    send();

    assertThat(bench.log.lines).hasSize(1);
  }

  @Test
  void an_operators_webhook_is_signed_and_retried_by_the_engine_and_is_nobody_elses() {
    bench.channel(null, AlertBench.url());
    // Whoever subscribes to everything gets none of it.
    Webhook webhook = bench.webhook(null);
    open(webhook);
    bench.engine.sender.everyReceiverAnswers(500);
    bench.round();
    bench.engine.runDue();
    bench.engine.sender.everyReceiverAnswers(200);
    bench.engine.time.advance(Duration.ofMinutes(1));
    bench.engine.runDue();
    bench.engine.time.advance(Duration.ofHours(1));
    bench.engine.runDue();

    List<WebhookRequest> sent = bench.engine.sender.sent();
    assertThat(sent).hasSize(2);
    assertThat(sent)
        .allSatisfy(request -> {
          assertThat(request.url().host()).isEqualTo("operator.example");
          assertThat(request.headers()).containsKeys("webhook-id", "webhook-signature");
          assertThat(new String(request.body().bytes(), StandardCharsets.UTF_8))
              .contains(
                  "\"type\":\"posthorn.alert.fired\"",
                  "\"rule\":\"circuit_opened\"",
                  webhook.id().value());
        });
    assertThat(sent.getFirst().headers().get("webhook-id"))
        .isEqualTo(sent.getLast().headers().get("webhook-id"));
    assertThat(bench.engine.stores.webhooks().of(TenantId.DEFAULT)).containsExactly(webhook);
  }

  @Test
  void a_test_says_whether_it_worked() {
    NotificationChannel mail = bench.channel(null, AlertBench.mail());
    NotificationChannel url = bench.channel(null, AlertBench.url());
    NotificationChannel log = bench.channel(null, AlertBench.log());
    assertThat(test(mail)).isNull();
    assertThat(test(url)).isNull();
    assertThat(test(log)).isNull();
    assertThat(bench.mailer.sent()).hasSize(1);
    assertThat(bench.log.lines).hasSize(1);

    bench.mailer.answers(new Mailer.Result.Refused("535 authentication failed"));
    bench.engine.sender.everyReceiver(_ -> ScriptedSender.answer(404));
    assertThat(test(mail)).isEqualTo("535 authentication failed");
    assertThat(test(url)).contains("404");
  }

  @Test
  void a_channel_takes_its_webhook_with_it() {
    NotificationChannel channel = bench.channel(null, AlertBench.url());
    assertThat(bench.engine.stores.webhooks().of(TenantId.SYSTEM)).hasSize(1);

    new RemoveChannel(bench.stores.channels(), bench.channelWebhooks)
        .remove(channel, bench.engine.time.now());

    assertThat(bench.engine.stores.webhooks().of(TenantId.SYSTEM)).isEmpty();
    assertThat(bench.stores.channels().all()).isEmpty();
  }

  private @Nullable String test(NotificationChannel channel) {
    return bench.testChannel.test(channel, bench.engine.time.now()).error();
  }

  private void tell() {
    bench.tellOwners().tell(bench.engine.time.now());
    send();
  }

  private void send() {
    bench.sendNotices().send(bench.engine.time.now());
  }

  private void open(Webhook webhook) {
    bench.engine.gates.report(webhook, new CircuitEvent.ForcedOpen(bench.engine.time.now(), null));
  }
}

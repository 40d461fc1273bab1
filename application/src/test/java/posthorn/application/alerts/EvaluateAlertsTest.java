package posthorn.application.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import posthorn.application.port.Mailer.Mail;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvent.AlertFired;
import posthorn.application.port.OperatorEvent.AlertResolved;
import posthorn.application.testing.ScriptedSender;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.alert.Severity;
import posthorn.domain.circuit.CircuitEvent;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.AttemptOutcome.Unreachable;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookStatus;

class EvaluateAlertsTest {
  private final AlertBench bench = new AlertBench();

  @Test
  void more_than_ten_dead_in_an_hour_fire_once_and_resolve() {
    Webhook webhook = bench.webhook(null);
    bench.die(10);
    bench.look();
    assertThat(bench.alerts("dead_deliveries")).isEmpty();

    bench.die(1);
    bench.look();
    bench.look();
    Alert alert = only("dead_deliveries");
    assertThat(alert.isActive()).isTrue();
    assertThat(alert.value()).isEqualTo(11);
    assertThat(alert.key().subject().id()).isEqualTo(webhook.id().value());
    assertThat(announced(AlertFired.class))
        .filteredOn(event -> event.alert().key().rule().equals("dead_deliveries"))
        .hasSize(1);

    pass(Duration.ofMinutes(62));
    pass(Duration.ofMinutes(6));
    assertThat(only("dead_deliveries").isActive()).isFalse();
    assertThat(announced(AlertResolved.class))
        .filteredOn(event -> event.alert().key().rule().equals("dead_deliveries"))
        .hasSize(1);
  }

  @Test
  void an_open_circuit_is_told_to_operators_and_owner_once_also_after_a_restart() {
    bench.channel(null, AlertBench.mail());
    Webhook webhook = bench.webhook(AlertBench.OWNER);
    open(webhook);
    bench.round();
    bench.round();
    pass(Duration.ofMinutes(10));
    bench.round();

    assertThat(bench.alerts("circuit_opened")).hasSize(1);
    assertThat(to(AlertBench.OWNER)).hasSize(1);
    assertThat(to("ops@example.com")).hasSize(1);
    assertThat(to(AlertBench.OWNER).getFirst().text())
        .contains("receiver.example", "orders", "What to do")
        .doesNotContain("geheim");
  }

  @Test
  void an_open_circuit_is_over_five_minutes_after_it_closed_and_operators_hear_of_it() {
    bench.channel(null, AlertBench.log());
    Webhook webhook = bench.webhook(AlertBench.OWNER);
    open(webhook);
    bench.round();
    bench.engine.gates.report(webhook, new CircuitEvent.Reset(bench.engine.time.now()));
    bench.round();
    assertThat(only("circuit_opened").isActive()).isTrue();

    pass(Duration.ofMinutes(5));
    bench.round();

    assertThat(only("circuit_opened").isActive()).isFalse();
    assertThat(bench.log.lines).hasSize(2);
    assertThat(bench.log.lines.getLast()).startsWith("Resolved: ");
    assertThat(to(AlertBench.OWNER)).hasSize(1);
  }

  @Test
  void a_circuit_that_stays_open_for_an_hour_is_critical() {
    open(bench.webhook(null));
    bench.look();
    assertThat(bench.alerts("circuit_open_long")).isEmpty();

    pass(Duration.ofHours(1));

    assertThat(only("circuit_open_long").severity().wireName()).isEqualTo("critical");
  }

  @Test
  void a_410_is_told_to_the_owner_once_with_what_to_do() {
    Webhook webhook = bench.webhook(AlertBench.OWNER);
    bench.engine.sender.everyReceiverAnswers(410);
    bench.publish(1);
    bench.engine.runDue();
    bench.round();
    pass(Duration.ofHours(2));
    bench.round();

    assertThat(only("gone").isActive()).isTrue();
    assertThat(bench.alerts("disabled")).isEmpty();
    assertThat(to(AlertBench.OWNER))
        .filteredOn(mail -> mail.text().contains("410"))
        .singleElement()
        .satisfies(mail -> assertThat(mail.text()).contains("\"active\": true"));

    bench
        .engine
        .stores
        .webhooks()
        .changeStatus(webhook.id(), WebhookStatus.ACTIVE, bench.engine.time.now());
    bench.look();
    pass(Duration.ofMinutes(6));
    assertThat(only("gone").isActive()).isFalse();
  }

  @Test
  void a_receiver_that_wants_nothing_more_is_another_alert() {
    bench.webhook(AlertBench.OWNER);
    bench.engine.sender.everyReceiver(
        _ -> new Answered(500, Map.of("webhook-delivery", "disable"), "", null, Duration.ZERO));
    bench.publish(1);
    bench.engine.runDue();
    bench.round();

    assertThat(only("disabled").isActive()).isTrue();
    assertThat(bench.alerts("gone")).isEmpty();
  }

  @Test
  void what_a_person_disabled_alarms_nobody() {
    Webhook webhook = bench.webhook(AlertBench.OWNER);
    bench
        .engine
        .stores
        .webhooks()
        .changeStatus(webhook.id(), WebhookStatus.INACTIVE, bench.engine.time.now());
    bench.round();

    assertThat(bench.alerts()).isEmpty();
  }

  @Test
  void without_an_owners_address_the_tenants_channels_are_told() {
    bench.channel(TenantId.DEFAULT, AlertBench.log());
    bench.channel(new TenantId("acme"), AlertBench.mail());
    bench.webhook(null);
    bench.engine.sender.everyReceiverAnswers(410);
    bench.publish(1);
    bench.engine.runDue();
    bench.look();
    bench.sendNotices().send(bench.engine.time.now());

    assertThat(bench.log.lines).singleElement().asString().contains("410");
    assertThat(bench.mailer.sent()).isEmpty();
  }

  @Test
  void a_name_that_is_not_found_by_most_of_ten_minutes_attempts_is_told_to_the_owner() {
    bench.webhook(AlertBench.OWNER);
    bench.engine.sender.everyReceiver(
        _ -> new Unreachable(Unreachable.Trouble.NAME, "no such host", null, Duration.ZERO));
    bench.publish(4);
    bench.engine.runDue();
    bench.round();
    assertThat(bench.alerts("dns_failing")).isEmpty();

    bench.publish(1);
    bench.engine.runDue();
    bench.round();

    assertThat(only("dns_failing").value()).isEqualTo(100);
    assertThat(to(AlertBench.OWNER).getFirst().text()).contains("DNS");
  }

  @Test
  void three_days_of_failures_are_told_and_a_success_starts_anew() {
    bench.webhook(AlertBench.OWNER);
    failOnce();
    bench.look();
    for (int hour = 0; hour < 72; hour++) {
      pass(Duration.ofHours(1));
      failOnce();
    }
    assertThat(bench.alerts("failing_for_days")).isEmpty();
    pass(Duration.ofHours(1));
    assertThat(bench.alerts("failing_for_days")).hasSize(1);

    bench.engine.sender.everyReceiverAnswers(200);
    bench.publish(1);
    bench.engine.runDue();
    pass(Duration.ofSeconds(30));
    pass(Duration.ofMinutes(6));
    assertThat(only("failing_for_days").isActive()).isFalse();
  }

  @Test
  void fewer_than_nine_in_ten_of_five_minutes_attempts_fire() {
    bench.webhook(null);
    bench.engine.sender.everyReceiverAnswers(200);
    bench.publish(17);
    bench.engine.runDue();
    bench.engine.sender.everyReceiverAnswers(500);
    bench.publish(3);
    bench.engine.runDue();
    bench.look();

    assertThat(only("success_rate").value()).isEqualTo(85);
  }

  @Test
  void success_that_is_far_below_what_is_usual_fires() {
    bench.webhook(null);
    for (int window = 0; window < 13; window++) {
      bench.engine.sender.everyReceiverAnswers(200);
      bench.publish(20);
      bench.engine.runDue();
      bench.look();
      bench.engine.time.advance(Duration.ofMinutes(5));
    }
    bench.look();
    assertThat(bench.alerts("success_drop")).isEmpty();

    bench.engine.time.advance(Duration.ofMinutes(6));
    bench.publish(15);
    bench.engine.runDue();
    bench.engine.sender.everyReceiverAnswers(500);
    bench.publish(7);
    bench.engine.runDue();
    bench.look();

    assertThat(only("success_drop").value()).isBetween(30.0, 33.0);
  }

  @Test
  void dead_letters_are_counted_for_the_tenant_and_no_further_than_its_threshold() {
    bench.changeRule.change(TenantId.DEFAULT, "dead_letters", _ -> threshold(2));
    bench.webhook(null);
    bench.die(2);
    bench.look();
    assertThat(bench.alerts("dead_letters")).isEmpty();

    bench.die(5);
    bench.look();

    assertThat(only("dead_letters").value()).isEqualTo(3);
    assertThat(only("dead_letters").threshold()).isEqualTo(2);
  }

  @Test
  void a_queue_that_is_deep_for_a_minute_is_the_servers_alert() {
    bench.channel(TenantId.DEFAULT, AlertBench.log());
    bench.channel(null, AlertBench.mail());
    bench.changeRule.change(null, "queue_depth", _ -> threshold(1));
    Webhook webhook = bench.webhook(null);
    open(webhook);
    bench.publish(3);
    bench.look();
    assertThat(bench.alerts("queue_depth")).isEmpty();

    pass(Duration.ofMinutes(1));

    assertThat(only("queue_depth").tenant()).isEqualTo(TenantId.SYSTEM);
    bench.sendNotices().send(bench.engine.time.now());
    assertThat(bench.mailer.sent()).hasSize(1);
    assertThat(bench.log.lines).noneMatch(line -> line.contains("deliveries are due"));
  }

  @Test
  void a_disk_without_room_for_new_events_is_the_servers_alert() {
    bench.look();
    assertThat(bench.alerts("storage_full")).isEmpty();
    bench.engine.diskFree.set(0);
    pass(Duration.ofMinutes(1));

    assertThat(only("storage_full").value()).isEqualTo(1);
  }

  @Test
  void a_clock_in_doubt_is_the_servers_alert_and_nothing_is_forgotten_by_it() {
    bench.engine.clockTrust.doubt(Duration.ofDays(90), bench.engine.time.now());
    bench.look();
    assertThat(only("clock_in_doubt").severity()).isEqualTo(Severity.CRITICAL);

    bench.engine.clockTrust.agree();
    bench.look();
    pass(Duration.ofMinutes(5));
    assertThat(only("clock_in_doubt").isActive()).isFalse();

    bench.engine.clockTrust.doubt(Duration.ofDays(90), bench.engine.time.now());
    pass(EvaluateAlerts.KEPT.plusDays(1));
    assertThat(bench.alerts("clock_in_doubt")).hasSize(2);
  }

  @Test
  void what_is_not_watched_any_more_is_over_and_nobody_is_told() {
    bench.channel(null, AlertBench.log());
    Webhook webhook = bench.webhook(null);
    open(webhook);
    bench.round();
    bench.engine.stores.webhooks().remove(webhook.id());
    bench.round();

    assertThat(only("circuit_opened").isActive()).isFalse();
    assertThat(bench.log.lines).hasSize(1);
  }

  @Test
  void a_rule_that_is_off_fires_nothing() {
    bench.changeRule.change(
        null, "circuit_opened", _ -> new RuleOverride(false, null, null, null, null, null));
    open(bench.webhook(null));
    bench.look();

    assertThat(bench.alerts()).isEmpty();
  }

  @Test
  void a_channel_whose_own_webhook_fails_makes_no_alerts_and_no_notices() {
    bench.channel(null, AlertBench.url());
    open(bench.webhook(null));
    bench.engine.sender.everyReceiver(request ->
        request.url().host().equals("operator.example")
            ? ScriptedSender.answer(500)
            : ScriptedSender.answer(200));
    bench.round();
    int told = bench.alerts().size();
    // Long enough for all its attempts, and for it to be dead.
    for (int i = 0; i < 50; i++) {
      bench.engine.runDue();
      bench.engine.time.advance(Duration.ofMinutes(30));
      bench.round();
    }

    assertThat(bench.alerts()).hasSizeGreaterThan(told - 1).hasSizeLessThan(told + 2);
    assertThat(bench.alerts())
        .extracting(alert -> alert.key().rule())
        .containsOnly("circuit_opened", "circuit_open_long");
    assertThat(bench.engine.sender.sent())
        .filteredOn(request -> request.url().host().equals("operator.example"))
        .hasSize(10);
  }

  private void failOnce() {
    bench.engine.sender.everyReceiverAnswers(500);
    bench.publish(1);
    bench.engine.runDue();
  }

  private void open(Webhook webhook) {
    bench.engine.gates.report(webhook, new CircuitEvent.ForcedOpen(bench.engine.time.now(), null));
  }

  private void pass(Duration time) {
    bench.engine.time.advance(time);
    bench.look();
  }

  private Alert only(String rule) {
    assertThat(bench.alerts(rule)).hasSize(1);
    return bench.alerts(rule).getFirst();
  }

  private List<Mail> to(String address) {
    return bench.mailer.sent().stream().filter(mail -> mail.to().contains(address)).toList();
  }

  private <T extends OperatorEvent> List<T> announced(Class<T> type) {
    return bench.engine.announced.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static RuleOverride threshold(double value) {
    return new RuleOverride(null, null, value, null, null, null);
  }
}

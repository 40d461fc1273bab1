package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import posthorn.domain.alert.AlertChange.Fired;

/** The alerting rules of the seeds, one by one, each at its threshold and one step beyond. */
class DefaultRulesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static AlertRule rule(String name) {
    return AlertRules.defaults().named(name).orElseThrow();
  }

  private static boolean met(String name, double value, long calls) {
    return rule(name).condition().met(new Observation(NOW, value, calls));
  }

  private static void assertRule(
      String name, Severity severity, Scope scope, Duration window, Duration hold) {
    assertThat(rule(name).severity()).isEqualTo(severity);
    assertThat(rule(name).scope()).isEqualTo(scope);
    assertThat(rule(name).condition().window()).isEqualTo(window);
    assertThat(rule(name).hold()).isEqualTo(hold);
    assertThat(rule(name).clear()).isEqualTo(Duration.ofMinutes(5));
  }

  private static void assertFor(Set<Audience> audience, String... names) {
    for (String name : names) {
      assertThat(rule(name).audience()).as(name).isEqualTo(audience);
    }
  }

  @Test
  void a_circuit_that_opened_is_a_warning() {
    assertRule("circuit_opened", Severity.WARNING, Scope.WEBHOOK, Duration.ZERO, Duration.ZERO);
    assertThat(met("circuit_opened", 1, 0)).isTrue();
    assertThat(met("circuit_opened", 0, 0)).isFalse();
  }

  @Test
  void a_circuit_open_for_an_hour_is_critical() {
    assertRule(
        "circuit_open_long", Severity.CRITICAL, Scope.WEBHOOK, Duration.ZERO, Duration.ofHours(1));
    AlertRule rule = rule("circuit_open_long");
    var opened = new AlertState.Quiet().after(rule, Observation.of(NOW, 1));
    assertThat(opened.change()).isEqualTo(new AlertChange.Unchanged());
    var hour = NOW.plus(Duration.ofHours(1));
    assertThat(opened.next().after(rule, Observation.of(hour.minusMillis(1), 1)).change())
        .isEqualTo(new AlertChange.Unchanged());
    assertThat(opened.next().after(rule, Observation.of(hour, 1)).change())
        .isEqualTo(new Fired(hour, 1));
  }

  @Test
  void more_than_1000_dead_letters_of_a_tenant_are_a_warning() {
    assertRule("dead_letters", Severity.WARNING, Scope.TENANT, Duration.ZERO, Duration.ZERO);
    assertThat(met("dead_letters", 1000, 0)).isFalse();
    assertThat(met("dead_letters", 1001, 0)).isTrue();
  }

  @Test
  void success_below_90_percent_over_five_minutes_is_a_warning() {
    assertRule(
        "success_rate", Severity.WARNING, Scope.WEBHOOK, Duration.ofMinutes(5), Duration.ZERO);
    assertThat(met("success_rate", 90, 20)).isFalse();
    assertThat(met("success_rate", 89.9, 20)).isTrue();
    assertThat(met("success_rate", 0, 19)).isFalse();
  }

  @Test
  void a_worker_pool_above_80_percent_is_a_warning() {
    assertRule("worker_pool", Severity.WARNING, Scope.POOL, Duration.ZERO, Duration.ofMinutes(1));
    assertThat(met("worker_pool", 80, 0)).isFalse();
    assertThat(met("worker_pool", 80.5, 0)).isTrue();
  }

  @Test
  void a_queue_deeper_than_10000_is_critical() {
    assertRule(
        "queue_depth", Severity.CRITICAL, Scope.SERVER, Duration.ZERO, Duration.ofMinutes(1));
    assertThat(met("queue_depth", 10_000, 0)).isFalse();
    assertThat(met("queue_depth", 10_001, 0)).isTrue();
  }

  @Test
  void a_clock_that_cannot_be_believed_is_critical() {
    assertRule("clock_in_doubt", Severity.CRITICAL, Scope.SERVER, Duration.ZERO, Duration.ZERO);
    assertThat(met("clock_in_doubt", 1, 0)).isTrue();
    assertThat(met("clock_in_doubt", 0, 0)).isFalse();
  }

  @Test
  void more_than_10_dead_deliveries_of_a_webhook_in_an_hour_are_a_warning() {
    assertRule(
        "dead_deliveries", Severity.WARNING, Scope.WEBHOOK, Duration.ofHours(1), Duration.ZERO);
    assertThat(met("dead_deliveries", 10, 0)).isFalse();
    assertThat(met("dead_deliveries", 11, 0)).isTrue();
  }

  @Test
  void names_not_found_in_more_than_80_percent_over_ten_minutes_are_told_to_the_owner() {
    assertRule(
        "dns_failing", Severity.WARNING, Scope.WEBHOOK, Duration.ofMinutes(10), Duration.ZERO);
    assertThat(met("dns_failing", 80, 5)).isFalse();
    assertThat(met("dns_failing", 81, 5)).isTrue();
    assertThat(met("dns_failing", 100, 4)).isFalse();
  }

  @Test
  void three_days_of_failures_only_are_told_to_the_owner() {
    assertRule("failing_for_days", Severity.WARNING, Scope.WEBHOOK, Duration.ZERO, Duration.ZERO);
    assertThat(met("failing_for_days", 72, 0)).isFalse();
    assertThat(met("failing_for_days", 72.1, 0)).isTrue();
  }

  @Test
  void a_webhook_that_is_gone_or_disabled_is_told_to_the_owner() {
    assertRule("gone", Severity.WARNING, Scope.WEBHOOK, Duration.ZERO, Duration.ZERO);
    assertRule("disabled", Severity.WARNING, Scope.WEBHOOK, Duration.ZERO, Duration.ZERO);
    assertThat(met("gone", 1, 0)).isTrue();
    assertThat(met("gone", 0, 0)).isFalse();
    assertThat(met("disabled", 1, 0)).isTrue();
    assertThat(met("disabled", 0, 0)).isFalse();
  }

  @Test
  void a_drop_of_more_than_20_points_below_the_own_baseline_is_a_warning() {
    assertRule(
        "success_drop", Severity.WARNING, Scope.WEBHOOK, Duration.ofMinutes(5), Duration.ZERO);
    assertThat(met("success_drop", 20, 20)).isFalse();
    assertThat(met("success_drop", 20.1, 20)).isTrue();
    assertThat(met("success_drop", 90, 19)).isFalse();
  }

  @Test
  void a_disk_without_room_for_new_events_is_critical_at_once() {
    assertRule("storage_full", Severity.CRITICAL, Scope.SERVER, Duration.ZERO, Duration.ZERO);
    assertThat(met("storage_full", 0, 0)).isFalse();
    assertThat(met("storage_full", 1, 0)).isTrue();
  }

  @Test
  void each_is_for_those_who_can_do_something_about_it() {
    assertFor(Set.of(Audience.OPERATORS, Audience.OWNER), "circuit_opened");
    assertFor(Set.of(Audience.OWNER), "dns_failing", "failing_for_days", "gone", "disabled");
    assertFor(
        Set.of(Audience.OPERATORS),
        "circuit_open_long",
        "dead_letters",
        "success_rate",
        "success_drop",
        "worker_pool",
        "queue_depth",
        "storage_full",
        "clock_in_doubt",
        "dead_deliveries");
  }

  @Test
  void all_are_on_and_each_has_its_own_name() {
    var rules = AlertRules.defaults();
    assertThat(rules.active()).hasSize(14).isEqualTo(rules.rules());
    assertThat(rules.rules()).extracting(AlertRule::name).doesNotHaveDuplicates();
  }
}

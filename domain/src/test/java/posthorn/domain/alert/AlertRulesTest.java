package posthorn.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import posthorn.domain.alert.AlertRules.Changed;
import posthorn.domain.alert.AlertRules.Level;
import posthorn.domain.field.FieldError;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

class AlertRulesTest {
  private static RuleOverride threshold(double threshold) {
    return new RuleOverride(null, null, threshold, null, null, null);
  }

  private static RuleOverride enabled(boolean enabled) {
    return new RuleOverride(enabled, null, null, null, null, null);
  }

  private static RuleOverride minimumCalls(int calls) {
    return new RuleOverride(null, null, null, calls, null, null);
  }

  private static RuleOverride times(@Nullable Duration hold, @Nullable Duration clear) {
    return new RuleOverride(null, null, null, null, hold, clear);
  }

  private static AlertRules changed(
      AlertRules rules, Level level, Map<String, RuleOverride> overrides) {
    var changed = rules.with("alerts", level, overrides);
    assertThat(changed).isInstanceOf(Changed.Valid.class);
    return ((Changed.Valid) changed).rules();
  }

  private static List<FieldError> errors(String rule, RuleOverride override) {
    return switch (AlertRules.defaults().with("alerts", Level.SERVER, Map.of(rule, override))) {
      case Changed.Invalid(var errors) -> errors;
      case Changed.Valid _ -> List.of();
    };
  }

  @Test
  void a_tenant_overrides_the_server_and_the_server_the_defaults() {
    var server =
        changed(
            AlertRules.defaults(),
            Level.SERVER,
            Map.of("dead_letters", threshold(500), "success_rate", threshold(80)));
    var tenant = changed(server, Level.TENANT, Map.of("dead_letters", threshold(50)));
    assertThat(tenant.named("dead_letters").orElseThrow().condition().threshold()).isEqualTo(50);
    assertThat(tenant.named("success_rate").orElseThrow().condition().threshold()).isEqualTo(80);
    assertThat(tenant.named("gone")).isEqualTo(AlertRules.defaults().named("gone"));
    assertThat(server.named("dead_letters").orElseThrow().condition().threshold()).isEqualTo(500);
  }

  @Test
  void everything_but_what_a_rule_is_about_can_be_changed() {
    var override =
        new RuleOverride(
            null, Severity.CRITICAL, 75.0, 50, Duration.ofMinutes(2), Duration.ofMinutes(3));
    var rules = changed(AlertRules.defaults(), Level.SERVER, Map.of("success_rate", override));
    assertThat(rules.named("success_rate"))
        .contains(
            new AlertRule(
                "success_rate",
                Severity.CRITICAL,
                Set.of(Audience.OPERATORS),
                new Condition(
                    Metric.SUCCESS_PERCENT, Duration.ofMinutes(5), Comparison.BELOW, 75, 50),
                Duration.ofMinutes(2),
                Duration.ofMinutes(3)));
    var nothing = new RuleOverride(null, null, null, null, null, null);
    assertThat(changed(rules, Level.SERVER, Map.of("success_rate", nothing))).isEqualTo(rules);
  }

  @Test
  void a_rule_is_turned_off_and_on() {
    var off = changed(AlertRules.defaults(), Level.SERVER, Map.of("queue_depth", enabled(false)));
    assertThat(off.active()).hasSize(13).extracting(AlertRule::name).doesNotContain("queue_depth");
    assertThat(off.named("queue_depth")).isPresent();
    assertThat(changed(off, Level.SERVER, Map.of("queue_depth", threshold(5))).active())
        .hasSize(13);
    assertThat(changed(off, Level.SERVER, Map.of("queue_depth", enabled(true))))
        .isEqualTo(AlertRules.defaults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"worker_pool", "queue_depth", "clock_in_doubt"})
  void a_tenant_cannot_change_what_it_shares_with_others(String rule) {
    assertThat(AlertRules.defaults().with("alerts", Level.TENANT, Map.of(rule, enabled(false))))
        .isEqualTo(
            new Changed.Invalid(
                List.of(
                    new FieldError("alerts." + rule, "can be changed for the whole server only"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dead_letters", "success_rate", "circuit_opened", "dead_deliveries"})
  void a_tenant_can_change_what_is_its_own(String rule) {
    assertThat(changed(AlertRules.defaults(), Level.TENANT, Map.of(rule, enabled(false))).active())
        .hasSize(13);
  }

  @Test
  void every_mistake_is_named() {
    var wrong =
        new RuleOverride(
            true, null, 101.0, 0, Duration.ofMillis(-1), Duration.ofDays(30).plusMillis(1));
    var changed =
        AlertRules.defaults()
            .with(
                "alerts",
                Level.SERVER,
                Map.of("success_rate", wrong, "no_such", enabled(true), "gone", threshold(1)));
    assertThat(changed)
        .isEqualTo(
            new Changed.Invalid(
                List.of(
                    new FieldError(
                        "alerts.gone.threshold", "must be left out: there is nothing to compare"),
                    new FieldError("alerts.no_such", "is no alert rule"),
                    new FieldError(
                        "alerts.success_rate.threshold", "must be a percentage from 0 to 100"),
                    new FieldError("alerts.success_rate.minimum_calls", "must be at least 1"),
                    new FieldError("alerts.success_rate.hold", "must be from 0 to 30 days"),
                    new FieldError("alerts.success_rate.clear", "must be from 0 to 30 days"))));
  }

  @Test
  void the_bounds_themselves_are_allowed() {
    assertThat(errors("success_rate", threshold(0))).isEmpty();
    assertThat(errors("success_rate", threshold(100))).isEmpty();
    assertThat(errors("success_rate", minimumCalls(1))).isEmpty();
    assertThat(errors("queue_depth", threshold(1e9))).isEmpty();
    assertThat(errors("failing_for_days", threshold(101))).isEmpty();
    assertThat(errors("queue_depth", times(Duration.ZERO, Duration.ofDays(30)))).isEmpty();
    assertThat(errors("gone", threshold(0))).isEmpty();
    assertThat(errors("queue_depth", minimumCalls(0))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void a_threshold_is_a_number_that_is_not_negative(double threshold) {
    assertThat(errors("queue_depth", threshold(threshold)))
        .containsExactly(
            new FieldError(
                "alerts.queue_depth.threshold", "must be a number that is not negative"));
  }

  @Test
  void only_a_share_of_calls_has_a_minimum_of_them() {
    assertThat(errors("queue_depth", minimumCalls(1)))
        .containsExactly(
            new FieldError(
                "alerts.queue_depth.minimum_calls", "must be left out: this is no share of calls"));
  }

  @Test
  void a_rule_that_makes_no_sense_cannot_be_made() {
    var condition = new Condition(Metric.QUEUE_DEPTH, Duration.ZERO, Comparison.ABOVE, 1, 0);
    assertRefused("Bad name", Set.of(Audience.OPERATORS), condition, Duration.ZERO, Duration.ZERO);
    assertRefused("queue", Set.of(), condition, Duration.ZERO, Duration.ZERO);
    assertRefused("queue", Set.of(Audience.OWNER), condition, Duration.ZERO, Duration.ZERO);
    Duration negative = Duration.ofSeconds(-1);
    assertRefused("queue", Set.of(Audience.OPERATORS), condition, negative, Duration.ZERO);
    assertRefused("queue", Set.of(Audience.OPERATORS), condition, Duration.ZERO, negative);
    assertThatThrownBy(
            () -> new Condition(Metric.QUEUE_DEPTH, Duration.ZERO, Comparison.ABOVE, -1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> new Condition(Metric.SUCCESS_PERCENT, Duration.ZERO, Comparison.BELOW, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Condition(Metric.QUEUE_DEPTH, negative, Comparison.ABOVE, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Observation.of(Instant.EPOCH, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertRefused(
      String name, Set<Audience> audience, Condition condition, Duration hold, Duration clear) {
    assertThatThrownBy(
            () -> new AlertRule(name, Severity.WARNING, audience, condition, hold, clear))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_alert_is_about_a_thing_of_its_rules_kind() {
    var webhook = new WebhookId(IdForm.of("wh_", Instant.EPOCH, 0, 1));
    var rules = AlertRules.defaults();
    assertThat(AlertKey.of(rules.named("gone").orElseThrow(), Subject.of(webhook)))
        .isEqualTo(new AlertKey("gone", new Subject(Scope.WEBHOOK, webhook.value())));
    assertThat(AlertKey.of(rules.named("dead_letters").orElseThrow(), Subject.of(TenantId.DEFAULT)))
        .isEqualTo(new AlertKey("dead_letters", new Subject(Scope.TENANT, "default")));
    assertThat(AlertKey.of(rules.named("worker_pool").orElseThrow(), Subject.pool("big")))
        .isEqualTo(new AlertKey("worker_pool", new Subject(Scope.POOL, "big")));
    var queue = rules.named("queue_depth").orElseThrow();
    assertThat(AlertKey.of(queue, Subject.SERVER).subject().scope()).isEqualTo(Scope.SERVER);
    assertThatThrownBy(() -> AlertKey.of(queue, Subject.pool("big")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_words_of_the_api_are_in_lower_case() {
    assertThat(Severity.CRITICAL.wireName()).isEqualTo("critical");
    assertThat(Scope.WEBHOOK.wireName()).isEqualTo("webhook");
    assertThat(Metric.SUCCESS_PERCENT.wireName()).isEqualTo("success_percent");
  }
}

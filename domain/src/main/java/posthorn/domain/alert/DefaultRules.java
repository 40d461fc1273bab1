package posthorn.domain.alert;

import static posthorn.domain.alert.Audience.OPERATORS;
import static posthorn.domain.alert.Audience.OWNER;
import static posthorn.domain.alert.Comparison.ABOVE;
import static posthorn.domain.alert.Comparison.BELOW;
import static posthorn.domain.alert.Severity.CRITICAL;
import static posthorn.domain.alert.Severity.WARNING;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The rules of a server that is not told otherwise. */
final class DefaultRules {
  private static final Duration AT_ONCE = Duration.ZERO;

  /** A burst that is gone within a minute is what a queue is for. */
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  private static final Duration CLEAR = Duration.ofMinutes(5);
  private static final Duration NOW = Duration.ZERO;

  /** With 20 calls, two may fail before success is below 90 %; the third is worth a look. */
  private static final int ENOUGH_CALLS = 20;

  /** A name that is not found fails few calls, since each waits longer than the one before. */
  private static final int ENOUGH_LOOKUPS = 5;

  static final List<AlertRule> ALL =
      List.of(
          new AlertRule(
              "circuit_opened",
              WARNING,
              Set.of(OPERATORS, OWNER),
              new Condition(Metric.CIRCUIT_NOT_CLOSED, NOW, ABOVE, 0, 0),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "circuit_open_long",
              CRITICAL,
              Set.of(OPERATORS),
              new Condition(Metric.CIRCUIT_NOT_CLOSED, NOW, ABOVE, 0, 0),
              Duration.ofHours(1),
              CLEAR),
          new AlertRule(
              "dead_letters",
              WARNING,
              Set.of(OPERATORS),
              new Condition(Metric.DEAD_LETTERS, NOW, ABOVE, 1000, 0),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "success_rate",
              WARNING,
              Set.of(OPERATORS),
              new Condition(Metric.SUCCESS_PERCENT, Duration.ofMinutes(5), BELOW, 90, ENOUGH_CALLS),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "success_drop",
              WARNING,
              Set.of(OPERATORS),
              new Condition(Metric.SUCCESS_DROP, Baseline.WINDOW, ABOVE, 20, ENOUGH_CALLS),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "worker_pool",
              WARNING,
              Set.of(OPERATORS),
              new Condition(Metric.POOL_PERCENT, NOW, ABOVE, 80, 0),
              A_MINUTE,
              CLEAR),
          new AlertRule(
              "queue_depth",
              CRITICAL,
              Set.of(OPERATORS),
              new Condition(Metric.QUEUE_DEPTH, NOW, ABOVE, 10_000, 0),
              A_MINUTE,
              CLEAR),
          new AlertRule(
              "storage_full",
              CRITICAL,
              Set.of(OPERATORS),
              new Condition(Metric.STORAGE_FULL, NOW, ABOVE, 0, 0),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "clock_in_doubt",
              CRITICAL,
              Set.of(OPERATORS),
              new Condition(Metric.CLOCK_IN_DOUBT, NOW, ABOVE, 0, 0),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "dead_deliveries",
              WARNING,
              Set.of(OPERATORS),
              new Condition(Metric.DEAD_DELIVERIES, Duration.ofHours(1), ABOVE, 10, 0),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "dns_failing",
              WARNING,
              Set.of(OWNER),
              new Condition(
                  Metric.DNS_FAILURE_PERCENT, Duration.ofMinutes(10), ABOVE, 80, ENOUGH_LOOKUPS),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "failing_for_days",
              WARNING,
              Set.of(OWNER),
              new Condition(Metric.HOURS_FAILING, NOW, ABOVE, 72, 0),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "gone",
              WARNING,
              Set.of(OWNER),
              new Condition(Metric.GONE, NOW, ABOVE, 0, 0),
              AT_ONCE,
              CLEAR),
          new AlertRule(
              "disabled",
              WARNING,
              Set.of(OWNER),
              new Condition(Metric.DISABLED, NOW, ABOVE, 0, 0),
              AT_ONCE,
              CLEAR));

  private DefaultRules() {}
}

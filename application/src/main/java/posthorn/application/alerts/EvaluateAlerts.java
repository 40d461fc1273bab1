package posthorn.application.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import posthorn.application.alerts.Fold.Change;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.port.AlertStores;
import posthorn.application.port.Alerts;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Tenants;
import posthorn.application.port.Webhooks;
import posthorn.application.quota.DiskReserve;
import posthorn.domain.alert.Alert;
import posthorn.domain.alert.AlertRule;
import posthorn.domain.alert.Condition;
import posthorn.domain.alert.Observation;
import posthorn.domain.alert.Scope;
import posthorn.domain.alert.Subject;
import posthorn.domain.alert.Watch;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;

/**
 * Looks at everything that alerts are about; what fired and what is over is stored and announced,
 * and whoever has to be told will be. For one thread at a time.
 */
public final class EvaluateAlerts {
  /** For how long an alert that is over is kept. */
  static final Duration KEPT = Duration.ofDays(90);

  private static final int REMOVED_AT_ONCE = 1_000;

  private final AlertStores stores;
  private final Webhooks webhooks;
  private final Tenants tenants;
  private final Dispatcher dispatcher;
  private final NoticePlan notices;
  private final OperatorEvents operatorEvents;
  private final Ids ids;
  private final DiskReserve disk;
  private final ClockTrust clock;
  private final EffectiveRules rules;

  public EvaluateAlerts(
      AlertStores stores,
      Webhooks webhooks,
      Tenants tenants,
      Dispatcher dispatcher,
      NoticePlan notices,
      OperatorEvents operatorEvents,
      Ids ids,
      DiskReserve disk,
      ClockTrust clock) {
    this.stores = stores;
    this.webhooks = webhooks;
    this.tenants = tenants;
    this.dispatcher = dispatcher;
    this.notices = notices;
    this.operatorEvents = operatorEvents;
    this.ids = ids;
    this.disk = disk;
    this.clock = clock;
    this.rules = new EffectiveRules(stores.overrides());
  }

  /** How many alerts fired and how many are over. */
  public record Result(int fired, int resolved) {}

  public Result evaluate(Instant now) {
    Alerts.Memory memory = stores.alerts().memory();
    Map<WebhookId, Watch> changed = Watching.failing(memory, stores.signals(), now);
    var watches = new HashMap<>(memory.watches());
    watches.putAll(changed);

    var fold = new Fold(memory, ids);
    observe(new Sight(stores.signals(), webhooks.disabled(), watches, now), fold, now);
    fold.endUnseen(now);
    // After it was looked at: what a window is compared with does not know that window yet.
    Watching.learn(watches, changed, memory, stores.signals(), now);

    List<Alert> fired = fold.fired().stream().map(Change::alert).toList();
    List<Alert> resolved =
        Stream.concat(fold.resolved().stream().map(Change::alert), fold.ended().stream()).toList();
    stores
        .alerts()
        .record(
            new Alerts.Look(
                now,
                fold.states(),
                changed,
                fired,
                resolved,
                notices.of(fold.fired(), fold.resolved(), now)));
    fired.forEach(
        alert -> operatorEvents.announce(new OperatorEvent.AlertFired(alert.tenant(), alert, now)));
    resolved.forEach(alert ->
        operatorEvents.announce(new OperatorEvent.AlertResolved(alert.tenant(), alert, now)));
    if (clock.isTrusted()) {
      stores.alerts().removeOld(now.minus(KEPT), REMOVED_AT_ONCE);
    }
    return new Result(fired.size(), resolved.size());
  }

  /** Of the server's own webhooks nothing is observed: an alert about an alert could go on. */
  private void observe(Sight sight, Fold fold, Instant now) {
    EffectiveRules.Snapshot effective = rules.snapshot();
    for (Tenant tenant : tenants.all()) {
      TenantId id = tenant.id();
      List<AlertRule> active = effective.of(id).active();
      List<AlertRule> ofWebhooks = of(Scope.WEBHOOK, active);
      for (Webhook webhook : webhooks.of(id)) {
        var subject = Subject.of(webhook.id());
        ofWebhooks.forEach(
            rule -> fold.observe(rule, subject, id, sight.of(webhook, rule.condition())));
      }
      of(Scope.TENANT, active)
          .forEach(rule ->
              fold.observe(rule, Subject.of(id), id, sight.deadLetters(id, rule.condition())));
    }
    List<AlertRule> ofServer = effective.server().active();
    Map<String, Double> loads = dispatcher.loads();
    of(Scope.POOL, ofServer)
        .forEach(rule ->
            loads.forEach((pool, load) ->
                fold.observe(rule, Subject.pool(pool), TenantId.SYSTEM, sight.percent(load))));
    of(Scope.SERVER, ofServer)
        .forEach(rule ->
            fold.observe(
                rule, Subject.SERVER, TenantId.SYSTEM, ofServer(sight, rule.condition(), now)));
  }

  private Observation ofServer(Sight sight, Condition condition, Instant now) {
    return switch (condition.metric()) {
      case STORAGE_FULL -> sight.flag(disk.isLow(now));
      case CLOCK_IN_DOUBT -> sight.flag(!clock.isTrusted());
      default -> sight.queueDepth(condition);
    };
  }

  private static List<AlertRule> of(Scope scope, List<AlertRule> rules) {
    return rules.stream().filter(rule -> rule.scope() == scope).toList();
  }
}

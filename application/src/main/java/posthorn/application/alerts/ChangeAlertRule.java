package posthorn.application.alerts;

import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertRuleOverrides;
import posthorn.domain.alert.AlertRules.Changed;
import posthorn.domain.alert.AlertRules.Level;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.field.FieldError;
import posthorn.domain.tenant.TenantId;

/** Changes what the server or a tenant wants otherwise of an alert rule. */
public final class ChangeAlertRule {
  private static final RuleOverride NOTHING = new RuleOverride(null, null, null, null, null, null);

  private final AlertRuleOverrides overrides;
  private final EffectiveRules rules;

  /** So that of two changes at once, none is lost. */
  private final Lock changing = new ReentrantLock();

  public ChangeAlertRule(AlertRuleOverrides overrides, EffectiveRules rules) {
    this.overrides = overrides;
    this.rules = rules;
  }

  /** What became of it. */
  public sealed interface Result {
    record Done() implements Result {}

    record NoSuchRule() implements Result {}

    /** Fields are as the caller called them. */
    record Wrong(List<FieldError> errors) implements Result {}
  }

  /**
   * Changes it.
   *
   * @param tenant null for the server
   * @param change of what is there now
   */
  public Result change(@Nullable TenantId tenant, String rule, UnaryOperator<RuleOverride> change) {
    if (rules.of(null).named(rule).isEmpty()) {
      return new Result.NoSuchRule();
    }
    changing.lock();
    try {
      RuleOverride changed = change.apply(overrides.of(tenant).getOrDefault(rule, NOTHING));
      Level level = tenant == null ? Level.SERVER : Level.TENANT;
      if (rules.of(null).with("", level, Map.of(rule, changed))
          instanceof Changed.Invalid(List<FieldError> errors)) {
        return new Result.Wrong(errors.stream().map(error -> named(error, rule)).toList());
      }
      if (changed.equals(NOTHING)) {
        overrides.remove(tenant, rule);
      } else {
        overrides.put(tenant, rule, changed);
      }
      return new Result.Done();
    } finally {
      changing.unlock();
    }
  }

  /** The rule is in the path of the request, so its fields are named without it. */
  private static FieldError named(FieldError error, String rule) {
    String path = "." + rule;
    String field = error.field();
    return new FieldError(
        field.equals(path) ? "name" : field.substring(path.length() + 1), error.message());
  }

  /** Back to what holds without it; there need not be anything. */
  public Result reset(@Nullable TenantId tenant, String rule) {
    if (rules.of(null).named(rule).isEmpty()) {
      return new Result.NoSuchRule();
    }
    overrides.remove(tenant, rule);
    return new Result.Done();
  }
}

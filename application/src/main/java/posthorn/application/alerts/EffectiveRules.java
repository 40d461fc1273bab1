package posthorn.application.alerts;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertRuleOverrides;
import posthorn.domain.alert.AlertRules;
import posthorn.domain.alert.AlertRules.Changed;
import posthorn.domain.alert.AlertRules.Level;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.tenant.TenantId;

/** The rules that hold for the server and for each tenant. */
public final class EffectiveRules {
  private static final String FIELD = "rules";

  private final AlertRuleOverrides overrides;

  public EffectiveRules(AlertRuleOverrides overrides) {
    this.overrides = overrides;
  }

  /**
   * Those of one of them.
   *
   * @param tenant null for the server
   */
  public AlertRules of(@Nullable TenantId tenant) {
    AlertRules server = ofServer();
    return tenant == null ? server : changed(server, Level.TENANT, overrides.of(tenant));
  }

  private AlertRules ofServer() {
    return changed(AlertRules.defaults(), Level.SERVER, overrides.of(null));
  }

  /** All of them as they are now, for a whole look. */
  Snapshot snapshot() {
    AlertRules server = ofServer();
    var ofTenants = new HashMap<TenantId, AlertRules>();
    overrides
        .ofTenants()
        .forEach((tenant, own) -> ofTenants.put(tenant, changed(server, Level.TENANT, own)));
    return new Snapshot(server, ofTenants);
  }

  record Snapshot(AlertRules server, Map<TenantId, AlertRules> ofTenants) {
    AlertRules of(TenantId tenant) {
      return ofTenants.getOrDefault(tenant, server);
    }
  }

  /** What an earlier version stored and this one does not understand changes nothing. */
  private static AlertRules changed(
      AlertRules rules, Level level, Map<String, RuleOverride> overrides) {
    return switch (rules.with(FIELD, level, overrides)) {
      case Changed.Valid(AlertRules valid) -> valid;
      case Changed.Invalid _ -> {
        AlertRules each = rules;
        for (Map.Entry<String, RuleOverride> entry : overrides.entrySet()) {
          if (each.with(FIELD, level, Map.of(entry.getKey(), entry.getValue()))
              instanceof Changed.Valid(AlertRules valid)) {
            each = valid;
          }
        }
        yield each;
      }
    };
  }
}

package posthorn.application.testing;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertRuleOverrides;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.tenant.TenantId;

/** {@link AlertRuleOverrides} in memory. */
final class InMemoryRuleOverrides implements AlertRuleOverrides {
  private final Map<String, RuleOverride> ofServer = new HashMap<>();
  private final Map<TenantId, Map<String, RuleOverride>> ofTenants = new HashMap<>();

  @Override
  public synchronized Map<String, RuleOverride> of(@Nullable TenantId tenant) {
    return Map.copyOf(level(tenant));
  }

  private Map<String, RuleOverride> level(@Nullable TenantId tenant) {
    return tenant == null ? ofServer : ofTenants.computeIfAbsent(tenant, _ -> new HashMap<>());
  }

  @Override
  public synchronized Map<TenantId, Map<String, RuleOverride>> ofTenants() {
    var all = new HashMap<TenantId, Map<String, RuleOverride>>();
    ofTenants.forEach((tenant, own) -> {
      if (!own.isEmpty()) {
        all.put(tenant, Map.copyOf(own));
      }
    });
    return all;
  }

  @Override
  public synchronized void put(@Nullable TenantId tenant, String rule, RuleOverride override) {
    level(tenant).put(rule, override);
  }

  @Override
  public synchronized boolean remove(@Nullable TenantId tenant, String rule) {
    return level(tenant).remove(rule) != null;
  }
}

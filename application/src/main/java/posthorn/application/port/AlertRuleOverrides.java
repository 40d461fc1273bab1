package posthorn.application.port;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.tenant.TenantId;

/** What the server and the tenants want otherwise of the alert rules, by the rules' names. */
public interface AlertRuleOverrides {

  /**
   * Those of one of them.
   *
   * @param tenant null for the server
   */
  Map<String, RuleOverride> of(@Nullable TenantId tenant);

  /** Those of all tenants that have any. */
  Map<TenantId, Map<String, RuleOverride>> ofTenants();

  void put(@Nullable TenantId tenant, String rule, RuleOverride override);

  /** Whether there was one. */
  boolean remove(@Nullable TenantId tenant, String rule);
}

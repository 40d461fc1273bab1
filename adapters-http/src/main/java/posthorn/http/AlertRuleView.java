package posthorn.http;

import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.alerts.AlertWords;
import posthorn.domain.alert.AlertRule;
import posthorn.domain.alert.Audience;
import posthorn.domain.alert.Condition;
import posthorn.domain.tenant.TenantId;

/** An alert rule as it holds for the server or a tenant. */
record AlertRuleView(
    String name,
    @Nullable String tenantId,
    boolean enabled,
    String severity,
    String scope,
    String metric,
    String unit,
    String comparison,
    double threshold,
    int minimumCalls,
    long windowSeconds,
    long holdSeconds,
    long clearSeconds,
    List<String> audience,
    String setBy,
    String advice) {

  static AlertRuleView of(
      AlertRule rule, boolean enabled, @Nullable TenantId tenant, String setBy) {
    Condition condition = rule.condition();
    return new AlertRuleView(
        rule.name(),
        tenant == null ? null : tenant.value(),
        enabled,
        rule.severity().wireName(),
        rule.scope().wireName(),
        condition.metric().wireName(),
        condition.metric().unitName(),
        condition.comparison().wireName(),
        condition.threshold(),
        condition.minimumCalls(),
        condition.window().toSeconds(),
        rule.hold().toSeconds(),
        rule.clear().toSeconds(),
        rule.audience().stream().map(Audience::wireName).sorted().toList(),
        setBy,
        AlertWords.advice(rule.name()));
  }
}

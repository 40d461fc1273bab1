package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.ALERT_RULES;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertRuleOverrides;
import posthorn.domain.alert.RuleOverride;
import posthorn.domain.alert.Severity;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.AlertRulesRecord;

/** {@link AlertRuleOverrides} on SQLite. */
final class SqliteRuleOverrides implements AlertRuleOverrides {
  /** In the place of a tenant. */
  private static final String SERVER = "";

  private final SqliteWriter writer;
  private final SqliteReaders readers;

  SqliteRuleOverrides(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public Map<String, RuleOverride> of(@Nullable TenantId tenant) {
    var found = new HashMap<String, RuleOverride>();
    readers
        .read(sql ->
            sql.selectFrom(ALERT_RULES).where(ALERT_RULES.TENANT_ID.eq(keyOf(tenant))).fetch())
        .forEach(row -> found.put(row.getRule(), overrideOf(row)));
    return found;
  }

  @Override
  public Map<TenantId, Map<String, RuleOverride>> ofTenants() {
    var found = new HashMap<TenantId, Map<String, RuleOverride>>();
    readers
        .read(sql -> sql.selectFrom(ALERT_RULES).where(ALERT_RULES.TENANT_ID.ne(SERVER)).fetch())
        .forEach(row ->
            found
                .computeIfAbsent(new TenantId(row.getTenantId()), _ -> new HashMap<>())
                .put(row.getRule(), overrideOf(row)));
    return found;
  }

  @Override
  public void put(@Nullable TenantId tenant, String rule, RuleOverride override) {
    AlertRulesRecord row = rowOf(tenant, rule, override);
    writer.write(
        sql -> sql.insertInto(ALERT_RULES).set(row).onDuplicateKeyUpdate().set(row).execute());
  }

  @Override
  public boolean remove(@Nullable TenantId tenant, String rule) {
    int removed =
        writer.write(sql ->
            sql.deleteFrom(ALERT_RULES)
                .where(ALERT_RULES.TENANT_ID.eq(keyOf(tenant)))
                .and(ALERT_RULES.RULE.eq(rule))
                .execute());
    return removed > 0;
  }

  private static String keyOf(@Nullable TenantId tenant) {
    return tenant == null ? SERVER : tenant.value();
  }

  private static AlertRulesRecord rowOf(
      @Nullable TenantId tenant, String rule, RuleOverride override) {
    Boolean enabled = override.enabled();
    Severity severity = override.severity();
    var row = new AlertRulesRecord();
    row.setTenantId(keyOf(tenant));
    row.setRule(rule);
    row.setEnabled(enabled == null ? null : enabled ? 1 : 0);
    row.setSeverity(severity == null ? null : severity.wireName());
    row.setThreshold(override.threshold());
    row.setMinimumCalls(override.minimumCalls());
    row.setHoldMs(millisOf(override.hold()));
    row.setClearMs(millisOf(override.clear()));
    return row;
  }

  private static RuleOverride overrideOf(AlertRulesRecord row) {
    return new RuleOverride(
        row.getEnabled() == null ? null : row.getEnabled() == 1,
        row.getSeverity() == null ? null : Severity.named(row.getSeverity()).orElseThrow(),
        row.getThreshold(),
        row.getMinimumCalls(),
        durationOf(row.getHoldMs()),
        durationOf(row.getClearMs()));
  }

  private static @Nullable Long millisOf(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  private static @Nullable Duration durationOf(@Nullable Long millis) {
    return millis == null ? null : Duration.ofMillis(millis);
  }
}

package posthorn.domain.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * An alert that fired, as its history has it.
 *
 * @param tenant whose thing it is about; {@link TenantId#SYSTEM} where all tenants share it
 * @param threshold as it was when the alert fired
 * @param value what was observed then
 * @param resolved null while it is active
 */
public record Alert(
    AlertId id,
    TenantId tenant,
    AlertKey key,
    Severity severity,
    double threshold,
    double value,
    Instant firedAt,
    @Nullable Resolution resolved) {

  /** How it ended. */
  public record Resolution(Instant at, double value) {}

  public static Alert fired(
      AlertId id, TenantId tenant, AlertKey key, AlertRule rule, AlertChange.Fired change) {
    return new Alert(
        id,
        tenant,
        key,
        rule.severity(),
        rule.condition().threshold(),
        change.value(),
        change.at(),
        null);
  }

  public Alert resolved(Instant at, double seen) {
    return new Alert(
        id, tenant, key, severity, threshold, value, firedAt, new Resolution(at, seen));
  }

  public boolean isActive() {
    return resolved == null;
  }
}

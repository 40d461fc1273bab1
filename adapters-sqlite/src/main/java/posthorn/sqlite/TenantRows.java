package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.TENANTS;
import static posthorn.sqlite.schema.Tables.WEBHOOKS;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenancy.RetentionChoices;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.TenantsRecord;
import posthorn.sqlite.schema.tables.records.WebhooksRecord;

/**
 * A tenant as a row and back. The columns of its defaults are called as those of webhooks, by which
 * jOOQ takes them over from one kind of row to the other.
 */
final class TenantRows {
  private TenantRows() {}

  static TenantsRecord rowOf(Tenant tenant) {
    var defaults = new WebhooksRecord();
    PolicyRows.set(defaults, tenant.defaults());
    TenantsRecord row = defaults.into(TENANTS);
    row.setId(tenant.id().value());
    row.setName(tenant.name());
    row.setMaxWebhooks(tenant.quotas().maxWebhooks());
    row.setMaxApiKeys(tenant.quotas().maxApiKeys());
    row.setEventsPerMinute(tenant.quotas().eventsPerMinute());
    row.setRequestsPerMinute(tenant.quotas().requestsPerMinute());
    row.setMaxStoredBytes(tenant.quotas().maxStoredBytes());
    Integer maxDataBytes = tenant.quotas().maxDataBytes();
    row.setMaxDataBytes(maxDataBytes == null ? null : maxDataBytes.longValue());
    row.setKeepDeliveredMs(millis(tenant.retention().delivered()));
    row.setKeepAttemptsMs(millis(tenant.retention().attempts()));
    row.setKeepDeadMs(millis(tenant.retention().dead()));
    row.setCreatedAt(tenant.createdAt());
    row.setRemoved(0);
    // Also what is null now, and was not before.
    row.touched(true);
    return row;
  }

  static Tenant tenantOf(TenantsRecord row) {
    Long maxDataBytes = row.getMaxDataBytes();
    return new Tenant(
        new TenantId(row.getId()),
        row.getName(),
        new Quotas(
            row.getMaxWebhooks(),
            row.getMaxApiKeys(),
            row.getEventsPerMinute(),
            row.getRequestsPerMinute(),
            row.getMaxStoredBytes(),
            maxDataBytes == null ? null : Math.toIntExact(maxDataBytes)),
        PolicyRows.choicesOf(row.into(WEBHOOKS)),
        new RetentionChoices(
            duration(row.getKeepDeliveredMs()),
            duration(row.getKeepAttemptsMs()),
            duration(row.getKeepDeadMs())),
        row.getCreatedAt());
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  private static @Nullable Duration duration(@Nullable Long millis) {
    return millis == null ? null : Duration.ofMillis(millis);
  }
}

package posthorn.application.quota;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Tenants;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;

/** How much each tenant may have: its own quota, or the server's default. */
public final class TenantQuotas {
  private final Tenants tenants;
  private final Defaults defaults;

  public TenantQuotas(Tenants tenants, Defaults defaults) {
    this.tenants = tenants;
    this.defaults = defaults;
  }

  /** What holds for tenants without a quota of their own: more than a real customer ever needs. */
  public record Defaults(int webhooks, int apiKeys, long storedBytes, int dataBytes) {}

  public int webhooks(TenantId tenant) {
    return of(tenant, Quotas::maxWebhooks, defaults.webhooks);
  }

  /** Operators' keys are not counted. */
  public int apiKeys(TenantId tenant) {
    return of(tenant, Quotas::maxApiKeys, defaults.apiKeys);
  }

  public long storedBytes(TenantId tenant) {
    return of(tenant, Quotas::maxStoredBytes, defaults.storedBytes);
  }

  /** How many bytes the data of an event may have. */
  public int dataBytes(TenantId tenant) {
    return of(tenant, Quotas::maxDataBytes, defaults.dataBytes);
  }

  private <T> T of(TenantId tenant, Function<Quotas, @Nullable T> quota, T serverDefault) {
    @Nullable T own = tenants.find(tenant).map(Tenant::quotas).map(quota).orElse(null);
    return own == null ? serverDefault : own;
  }
}

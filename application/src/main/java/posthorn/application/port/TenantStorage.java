package posthorn.application.port;

import posthorn.domain.tenant.TenantId;

/** How much each tenant has stored. Nearly every publish asks, so asking is cheap. */
public interface TenantStorage {

  /**
   * The bytes of a tenant's events, deliveries, attempts and messages that are committed, roughly:
   * the data as it is, and for each row what most of its kind take.
   */
  long bytes(TenantId tenant);
}

package posthorn.application.tenants;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Ids;
import posthorn.application.port.Tenants;
import posthorn.domain.tenancy.RetentionChoices;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.Quotas;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.PolicyChoices;

/** Makes a tenant. */
public final class CreateTenant {
  private final Tenants tenants;
  private final Ids ids;

  public CreateTenant(Tenants tenants, Ids ids) {
    this.tenants = tenants;
    this.ids = ids;
  }

  /**
   * What is asked for.
   *
   * @param id null where any will do
   */
  public record Command(
      @Nullable TenantId id,
      String name,
      Quotas quotas,
      PolicyChoices defaults,
      RetentionChoices retention) {}

  /** What became of it. */
  public sealed interface Result {
    record Created(Tenant tenant) implements Result {}

    /** Another tenant has the id. */
    record Exists(TenantId id) implements Result {}
  }

  public Result create(Command command, Instant now) {
    TenantId id = command.id() == null ? newId(now) : command.id();
    if (id.equals(TenantId.SYSTEM)) {
      return new Result.Exists(id);
    }
    var tenant =
        new Tenant(
            id, command.name(), command.quotas(), command.defaults(), command.retention(), now);
    return tenants.addIfAbsent(tenant) ? new Result.Created(tenant) : new Result.Exists(id);
  }

  /** Tenants' ids are in lower case, unlike all others. */
  private TenantId newId(Instant now) {
    return new TenantId(ids.next(TenantId.PREFIX, now).toLowerCase(Locale.ROOT));
  }
}

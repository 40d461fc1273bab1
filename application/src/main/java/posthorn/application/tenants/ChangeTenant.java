package posthorn.application.tenants;

import java.util.Optional;
import java.util.function.UnaryOperator;
import posthorn.application.port.Tenants;
import posthorn.application.port.Webhooks;
import posthorn.domain.signing.SignaturePlan;
import posthorn.domain.tenancy.Tenant;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** Changes a tenant's name, its quotas, or what holds for its webhooks where they say nothing. */
public final class ChangeTenant {
  private final Tenants tenants;
  private final Webhooks webhooks;

  public ChangeTenant(Tenants tenants, Webhooks webhooks) {
    this.tenants = tenants;
    this.webhooks = webhooks;
  }

  /** What became of it. */
  public sealed interface Result {
    record Changed(Tenant tenant) implements Result {}

    record NotFound() implements Result {}

    /** A webhook that would be signed for in that header has one of its own there. */
    record HeaderTaken(String header, WebhookId webhook) implements Result {}
  }

  /**
   * Changes it.
   *
   * @param change asked again if somebody else changed the tenant meanwhile
   */
  public Result change(TenantId id, UnaryOperator<Tenant> change) {
    while (true) {
      Optional<Tenant> seen = tenants.find(id);
      if (seen.isEmpty()) {
        return new Result.NotFound();
      }
      Tenant changed = change.apply(seen.get());
      Optional<Result.HeaderTaken> taken = headerTaken(changed);
      if (taken.isPresent()) {
        return taken.get();
      }
      if (tenants.replaceIfUnchanged(seen.get(), changed)) {
        return new Result.Changed(changed);
      }
    }
  }

  private Optional<Result.HeaderTaken> headerTaken(Tenant changed) {
    SignaturePlan plan = changed.defaults().signatures();
    if (plan == null) {
      return Optional.empty();
    }
    return webhooks.of(changed.id()).stream()
        .filter(webhook -> webhook.settings().signatures() == null)
        .flatMap(webhook ->
            webhook.sending().headers().keySet().stream()
                .filter(plan::sets)
                .map(header -> new Result.HeaderTaken(header, webhook.id())))
        .findFirst();
  }
}

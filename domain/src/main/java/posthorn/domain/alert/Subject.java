package posthorn.domain.alert;

import java.util.Optional;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** The thing that an alert is about. */
public record Subject(Scope scope, String id) {
  public static final Subject SERVER = new Subject(Scope.SERVER, "server");

  public static Subject of(WebhookId webhook) {
    return new Subject(Scope.WEBHOOK, webhook.value());
  }

  public static Subject of(TenantId tenant) {
    return new Subject(Scope.TENANT, tenant.value());
  }

  /** The webhook, if it is one. */
  public Optional<WebhookId> webhook() {
    return scope == Scope.WEBHOOK ? Optional.of(new WebhookId(id)) : Optional.empty();
  }

  public static Subject pool(String name) {
    return new Subject(Scope.POOL, name);
  }
}

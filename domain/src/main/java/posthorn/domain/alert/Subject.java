package posthorn.domain.alert;

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

  public static Subject pool(String name) {
    return new Subject(Scope.POOL, name);
  }
}

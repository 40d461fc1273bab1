package posthorn.http;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import posthorn.domain.access.Role;
import posthorn.domain.tenant.TenantId;

/**
 * Whose alerts, rules or channels a request is about: those of the whole server where an operator
 * names no tenant, else a tenant's.
 */
final class AlertLevel {
  private AlertLevel() {}

  /** The tenant; null for the whole server. */
  static @Nullable TenantId of(Context context) {
    boolean named = context.queryParam(Access.TENANT) != null;
    return isOperator(context) && !named ? null : Access.tenantOf(context);
  }

  /** The same, where the request's body may name it. */
  static @Nullable TenantId of(Context context, RequestFields fields) {
    TenantId tenant = Access.tenantOf(context, fields);
    return fields.has(Access.TENANT) ? tenant : of(context);
  }

  static boolean isOperator(Context context) {
    return Access.callerOf(context).key().role() == Role.OPERATOR;
  }
}

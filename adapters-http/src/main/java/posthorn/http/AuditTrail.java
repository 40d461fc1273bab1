package posthorn.http;

import io.javalin.http.Context;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.access.RecordChange;
import posthorn.domain.access.ApiKey;
import posthorn.domain.access.AuditEntry;
import posthorn.domain.access.Permission;
import posthorn.domain.tenant.TenantId;

/** Writes down every change that was made through the API, when it was made. */
final class AuditTrail {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

  private static final String BEFORE = "posthorn.before";
  private static final String AFTER = "posthorn.after";

  private final RecordChange recordChange;
  private final ClientAddresses addresses;
  private final InstantSource clock;

  AuditTrail(RecordChange recordChange, ClientAddresses addresses, InstantSource clock) {
    this.recordChange = recordChange;
    this.addresses = addresses;
    this.clock = clock;
  }

  /** Events are no changes of anybody's settings, and there are too many of them. */
  static boolean covers(Api.Route route) {
    Permission permission = route.permission();
    return !route.methodName().equals("GET")
        && (permission == Permission.MANAGE || permission == Permission.OPERATE);
  }

  /** Something was made; the route says so before it answers, and shows it. */
  static void created(Context context, Object after) {
    context.attribute(AFTER, after);
  }

  /** Something was changed, from the one view of it to the other. */
  static void changed(Context context, Object before, Object after) {
    context.attribute(BEFORE, before);
    context.attribute(AFTER, after);
  }

  static void removed(Context context, Object before) {
    context.attribute(BEFORE, before);
  }

  /** What was done is done: whoever did it is not told that it failed if only this did. */
  void record(Context context, Api.Route route) {
    if (context.statusCode() / 100 != 2) {
      return;
    }
    ApiKey key = Access.callerOf(context).key();
    // Which tenants there are concerns operators alone, whatever tenant their own keys have.
    TenantId tenant =
        route.permission() == Permission.OPERATE
            ? TenantId.SYSTEM
            : Access.changedTenantOf(context);
    var actor =
        new AuditEntry.Actor(
            key.id(), key.role(), addresses.of(context).text(), RequestIds.of(context));
    var subject =
        new AuditEntry.Subject(route.methodName(), route.path(), objectOf(context, route));
    try {
      recordChange.record(tenant, actor, subject, changeOf(context), clock.instant());
    } catch (RuntimeException e) {
      LOG.atError()
          .setCause(e)
          .addKeyValue("request_id", actor.requestId())
          .addKeyValue("key_id", key.id())
          .addKeyValue("tenant_id", tenant)
          .addKeyValue("action", subject.action())
          .addKeyValue("object_id", subject.objectId())
          .log("A change was made and could not be written to the audit log; this line is all");
    }
  }

  /** Who did what is worth more than how: it is written down also where this cannot be. */
  private static AuditEntry.Change changeOf(Context context) {
    try {
      return AuditChange.of(context.attribute(BEFORE), context.attribute(AFTER));
    } catch (RuntimeException e) {
      LOG.atError()
          .setCause(e)
          .addKeyValue("request_id", RequestIds.of(context))
          .log("The audit log gets an entry without what was before and after");
      return AuditEntry.Change.NONE;
    }
  }

  /** What the path ends with naming; where it names nothing, what was made. */
  private static @Nullable String objectOf(Context context, Api.Route route) {
    int start = route.path().lastIndexOf('{');
    if (start >= 0) {
      return context.pathParam(route.path().substring(start + 1, route.path().indexOf('}', start)));
    }
    String location = context.res().getHeader("Location");
    return location == null ? null : location.substring(location.lastIndexOf('/') + 1);
  }
}

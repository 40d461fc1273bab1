package posthorn.domain.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * Who changed what.
 *
 * @param tenant whose thing it is
 * @param subject what was changed
 * @param change how it was before and after
 */
public record AuditEntry(
    AuditId id, Instant at, TenantId tenant, Actor actor, Subject subject, Change change) {

  /**
   * Who did it, and from where.
   *
   * @param key null where it was done on the command line, which needs none
   * @param remoteAddress {@link #COMMAND_LINE} where it was done there
   * @param requestId as in the answer's header and in the log
   */
  public record Actor(@Nullable ApiKeyId key, Role role, String remoteAddress, String requestId) {
    public static final String COMMAND_LINE = "command line";

    /** A user of the machine who can read the database, and so is an operator. */
    public static Actor ofCommandLine(String requestId) {
      return new Actor(null, Role.OPERATOR, COMMAND_LINE, requestId);
    }

    /** The key's id as text; null where there is no key. */
    public @Nullable String keyId() {
      return key == null ? null : key.value();
    }
  }

  /**
   * What was done, and to what.
   *
   * @param path the route's, with names in braces in place of ids
   * @param objectId null where the change has no object of its own
   */
  public record Subject(String method, String path, @Nullable String objectId) {
    /** What was done, whatever it was done to: {@code DELETE /v1/webhooks/{id}}. */
    public String action() {
      return method + " " + path;
    }
  }

  /**
   * What the change was, as JSON objects without anything that is secret: of what was there and
   * still is, what differs; else all of it.
   *
   * @param before null where nothing was there, or nothing can be shown
   * @param after null where nothing is there any more, or nothing can be shown
   */
  public record Change(@Nullable String before, @Nullable String after) {
    public static final Change NONE = new Change(null, null);
  }
}

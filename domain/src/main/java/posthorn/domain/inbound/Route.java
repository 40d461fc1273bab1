package posthorn.domain.inbound;

import java.time.Instant;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.field.PlainText;
import posthorn.domain.tenant.TenantId;

/**
 * Where a source's messages of some types go.
 *
 * @param tenant the source's too
 * @param intent the type of the event that is published
 * @param target the session or cluster it is for; the event's {@code session_id}
 */
public record Route(
    RouteId id,
    TenantId tenant,
    SourceId source,
    EventTypePattern eventType,
    EventType intent,
    String target,
    Instant createdAt,
    Instant updatedAt) {
  public static final int MAX_TARGET_LENGTH = 255;
  public static final String TARGET_RULE =
      "must be visible text of at most "
          + MAX_TARGET_LENGTH
          + " characters, without control and format characters";

  /** What of a route its owner decides. */
  public record Rule(
      SourceId source, EventTypePattern eventType, EventType intent, String target) {}

  public Route {
    if (!isValidTarget(target)) {
      throw new IllegalArgumentException("a route's target " + TARGET_RULE);
    }
  }

  public static Route of(RouteId id, TenantId tenant, Rule rule, Instant now) {
    return new Route(id, tenant, rule.source, rule.eventType, rule.intent, rule.target, now, now);
  }

  public Rule rule() {
    return new Rule(source, eventType, intent, target);
  }

  public Route changed(Rule rule, Instant now) {
    return new Route(
        id, tenant, rule.source, rule.eventType, rule.intent, rule.target, createdAt, now);
  }

  public static boolean isValidTarget(String target) {
    return !target.isBlank() && target.length() <= MAX_TARGET_LENGTH && PlainText.isPlain(target);
  }

  boolean matches(SourceId from, EventType type) {
    return source.equals(from) && eventType.matches(type);
  }
}

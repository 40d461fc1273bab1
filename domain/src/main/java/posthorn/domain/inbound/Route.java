package posthorn.domain.inbound;

import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;

/**
 * Where a source's messages of some types go.
 *
 * @param intent the type of the event that is published
 * @param target the session or cluster it is for; the event's {@code session_id}
 */
public record Route(
    RouteId id, SourceId source, EventTypePattern eventType, EventType intent, String target) {
  public static final int MAX_TARGET_LENGTH = 255;
  public static final String TARGET_RULE =
      "must be visible text of at most " + MAX_TARGET_LENGTH + " characters";

  public Route {
    if (!isValidTarget(target)) {
      throw new IllegalArgumentException("a route's target " + TARGET_RULE);
    }
  }

  public static boolean isValidTarget(String target) {
    return !target.isBlank()
        && target.length() <= MAX_TARGET_LENGTH
        && target.chars().noneMatch(Character::isISOControl);
  }

  boolean matches(SourceId from, EventType type) {
    return source.equals(from) && eventType.matches(type);
  }
}

package posthorn.domain.alert;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.AlertChange.Fired;
import posthorn.domain.alert.AlertChange.Resolved;
import posthorn.domain.alert.AlertChange.Unchanged;

/**
 * Where an alert is. Kept for each rule and subject, it makes an alert fire once, however often its
 * condition is seen to be met.
 */
public sealed interface AlertState {

  /** Nothing alarming was seen last. */
  record Quiet() implements AlertState {}

  /** The condition is met since then, which is not long enough yet. */
  record Pending(Instant since) implements AlertState {}

  /**
   * Somebody was told.
   *
   * @param unmetSince since when the condition is unmet, if it is: not long enough yet
   */
  record Firing(Instant firedAt, @Nullable Instant unmetSince) implements AlertState {}

  /** The state that follows, and what there is to tell. */
  record Step(AlertState next, AlertChange change) {}

  default Step after(AlertRule rule, Observation seen) {
    boolean met = rule.condition().met(seen);
    return switch (this) {
      case Quiet _ -> met ? pendingOrFired(rule, seen, seen.at()) : silently(this);
      case Pending(Instant since) ->
          met ? pendingOrFired(rule, seen, earlier(since, seen.at())) : silently(new Quiet());
      case Firing(Instant firedAt, _) when met -> silently(new Firing(firedAt, null));
      case Firing(Instant firedAt, Instant unmetSince) ->
          firingOrResolved(
              rule, seen, firedAt, unmetSince == null ? seen.at() : earlier(unmetSince, seen.at()));
    };
  }

  private static Step pendingOrFired(AlertRule rule, Observation seen, Instant since) {
    if (lasted(since, seen.at(), rule.hold())) {
      return new Step(new Firing(seen.at(), null), new Fired(seen.at(), seen.value()));
    }
    return silently(new Pending(since));
  }

  private static Step firingOrResolved(
      AlertRule rule, Observation seen, Instant firedAt, Instant since) {
    if (lasted(since, seen.at(), rule.clear())) {
      return new Step(new Quiet(), new Resolved(seen.at(), firedAt, seen.value()));
    }
    return silently(new Firing(firedAt, since));
  }

  private static Step silently(AlertState next) {
    return new Step(next, new Unchanged());
  }

  private static boolean lasted(Instant since, Instant now, Duration asked) {
    return !now.isBefore(since.plus(asked));
  }

  // A clock that was set back must not keep an alert waiting until it is past its old time again.
  private static Instant earlier(Instant since, Instant now) {
    return now.isBefore(since) ? now : since;
  }
}

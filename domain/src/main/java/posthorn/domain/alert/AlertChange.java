package posthorn.domain.alert;

import java.time.Instant;

/** What an observation meant for an alert; only the first two are told to anybody. */
public sealed interface AlertChange {

  /** It began, with this value. */
  record Fired(Instant at, double value) implements AlertChange {}

  /** It is over. */
  record Resolved(Instant at, Instant firedAt, double value) implements AlertChange {}

  record Unchanged() implements AlertChange {}
}

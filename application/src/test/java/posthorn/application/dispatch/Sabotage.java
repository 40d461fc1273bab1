package posthorn.application.dispatch;

/** What a simulation's store does wrong on purpose, to show that it would be noticed. */
enum Sabotage {
  NONE,
  /** Says that it has written a settlement. */
  LOSE_SETTLEMENTS,
  /** Says that it has accepted a batch, and forgets its last event. */
  LOSE_EVENTS,
  /** Writes every delivery without its lane. */
  IGNORE_LANES,
  /** Takes a settlement from somebody who has no lease any more. */
  IGNORE_LEASES,
  /** Forgets every change of a circuit. */
  FORGET_CIRCUITS
}

package posthorn.domain.circuit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What happens to a circuit breaker. */
public sealed interface CircuitEvent {
  Instant at();

  /** A call that was let through went well. */
  record CallSucceeded(Pass pass, Instant at) implements CircuitEvent {}

  /** A call that was let through failed, in any way that counts as the receiver's failure. */
  record CallFailed(Pass pass, Instant at) implements CircuitEvent {}

  /** A call was let through; it changes nothing where none would have been. */
  record PermitTaken(Instant at) implements CircuitEvent {}

  /** A call that was let through was never made. */
  record PermitReturned(Pass pass, Instant at) implements CircuitEvent {}

  /**
   * A person opens the circuit.
   *
   * @param until when probes may leave again; null to keep it open until a person closes it
   */
  record ForcedOpen(Instant at, @Nullable Instant until) implements CircuitEvent {}

  /**
   * A person closes the circuit.
   *
   * @param until how long it stays closed whatever fails; null to let it judge again at once
   */
  record ForcedClosed(Instant at, @Nullable Instant until) implements CircuitEvent {}

  /** A person has it start anew: closed, and nothing counted. */
  record Reset(Instant at) implements CircuitEvent {}
}

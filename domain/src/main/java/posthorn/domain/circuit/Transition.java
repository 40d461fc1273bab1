package posthorn.domain.circuit;

import java.time.Instant;

/** A circuit went from one phase to another; to be announced once. */
public record Transition(Phase from, Phase to, Instant at) {}

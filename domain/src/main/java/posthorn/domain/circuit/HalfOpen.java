package posthorn.domain.circuit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Probes leave, to see whether the receiver is back. A probe whose worker crashed reports nothing:
 * after {@link #PROBE_LEASE} its place is free for another, and what it may still say is not heard.
 *
 * @param out the probes that have not reported
 * @param handedOut how many probes there were, also those that got lost; numbers the next one
 */
public record HalfOpen(List<Probe> out, int handedOut, int succeeded, int failed)
    implements CircuitState {
  static final Duration PROBE_LEASE = Duration.ofSeconds(60);
  static final HalfOpen FRESH = new HalfOpen(List.of(), 0, 0, 0);

  public HalfOpen {
    out = List.copyOf(out);
  }

  /** A probe on its way. */
  public record Probe(int number, Instant takenAt) {
    /** A clock set back by more than the lease ends it too. */
    boolean lost(Instant at) {
      return Duration.between(takenAt, at).abs().compareTo(PROBE_LEASE) >= 0;
    }
  }

  @Override
  public Phase phase() {
    return Phase.HALF_OPEN;
  }

  int settled() {
    return succeeded + failed;
  }

  boolean mostlyGood() {
    return succeeded * 2 >= settled();
  }

  /** With one more probe out, its number {@link #handedOut}; none where all places are taken. */
  Optional<HalfOpen> handOut(Instant at, int places) {
    List<Probe> remaining = out;
    if (settled() + remaining.size() >= places) {
      remaining = out.stream().filter(probe -> !probe.lost(at)).toList();
    }
    // With none out, nobody would ever report and decide; so there is always a place for one, also
    // when the configuration has taken places away meanwhile.
    if (settled() + remaining.size() >= places && !remaining.isEmpty()) {
      return Optional.empty();
    }
    var next = new ArrayList<>(remaining);
    next.add(new Probe(handedOut + 1, at));
    return Optional.of(new HalfOpen(next, handedOut + 1, succeeded, failed));
  }

  /** When the next place is free at the latest; to be asked only when none is. */
  Instant nextPlace(Instant at) {
    return out.stream()
        .filter(probe -> !probe.lost(at))
        .map(Probe::takenAt)
        .min(Comparator.naturalOrder())
        .orElseThrow()
        .plus(PROBE_LEASE);
  }

  boolean isOut(int number) {
    return out.stream().anyMatch(probe -> probe.number == number);
  }

  HalfOpen reported(int number, boolean good) {
    return new HalfOpen(
        without(number), handedOut, succeeded + (good ? 1 : 0), failed + (good ? 0 : 1));
  }

  HalfOpen returned(int number) {
    return new HalfOpen(without(number), handedOut, succeeded, failed);
  }

  private List<Probe> without(int number) {
    return out.stream().filter(probe -> probe.number != number).toList();
  }
}

package posthorn.domain.circuit;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitState.Closed;
import posthorn.domain.circuit.CircuitState.ForcedOpen;
import posthorn.domain.circuit.CircuitState.Open;
import posthorn.domain.circuit.HalfOpen.Probe;

/**
 * A circuit breaker without its configuration, flat enough for a row of a table. All its times are
 * whole milliseconds. The window's text is about a thousand characters at most; losing it, by
 * storing an empty one, only makes the breaker count anew.
 *
 * @param until how long it stays as it is; null where nothing says so
 * @param probes the half-open circuit's {@code handed out,succeeded,failed,number@taken…}, else
 *     empty
 */
public record CircuitSnapshot(
    Phase phase,
    boolean forced,
    Instant since,
    long epoch,
    @Nullable Instant until,
    String probes,
    String window) {

  static CircuitSnapshot of(CircuitBreaker breaker) {
    boolean forced = breaker.forcedOpen();
    String probes = breaker.state() instanceof HalfOpen halfOpen ? text(halfOpen) : "";
    Instant until =
        switch (breaker.state()) {
          case Closed(Instant held) -> held;
          case Open(Instant over) -> over;
          case ForcedOpen(Instant over) -> over;
          case HalfOpen _ -> null;
        };
    return new CircuitSnapshot(
        breaker.phase(),
        forced,
        breaker.since(),
        breaker.epoch(),
        until,
        probes,
        breaker.window().text());
  }

  CircuitState state() {
    return switch (phase) {
      case CLOSED -> new Closed(until);
      case HALF_OPEN -> halfOpen(SnapshotText.items(probes));
      case OPEN -> forced ? new ForcedOpen(until) : new Open(openUntil());
    };
  }

  private Instant openUntil() {
    if (until == null) {
      throw new IllegalArgumentException("an open circuit without an end, and not forced");
    }
    return until;
  }

  private static String text(HalfOpen halfOpen) {
    String counts = halfOpen.handedOut() + "," + halfOpen.succeeded() + "," + halfOpen.failed();
    return halfOpen.out().stream()
        .map(probe -> "," + probe.number() + "@" + probe.takenAt().toEpochMilli())
        .collect(Collectors.joining("", counts, ""));
  }

  private static HalfOpen halfOpen(List<String> items) {
    List<Probe> out =
        items.stream()
            .skip(3)
            .map(item -> SnapshotText.numbers(item, "@"))
            .map(it -> new Probe(Math.toIntExact(it.get(0)), Instant.ofEpochMilli(it.get(1))))
            .toList();
    return new HalfOpen(
        out,
        Integer.parseInt(items.get(0)),
        Integer.parseInt(items.get(1)),
        Integer.parseInt(items.get(2)));
  }
}

package posthorn.domain.circuit;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.domain.circuit.CircuitEvent.CallFailed;
import posthorn.domain.circuit.CircuitEvent.CallSucceeded;
import posthorn.domain.circuit.CircuitEvent.ForcedClosed;
import posthorn.domain.circuit.CircuitEvent.ForcedOpen;
import posthorn.domain.circuit.CircuitEvent.PermitReturned;
import posthorn.domain.circuit.CircuitEvent.PermitTaken;
import posthorn.domain.circuit.CircuitEvent.Reset;
import posthorn.domain.circuit.CircuitState.Closed;
import posthorn.domain.circuit.CircuitState.Open;
import posthorn.domain.circuit.Permit.Allowed;
import posthorn.domain.circuit.Permit.Reason;
import posthorn.domain.circuit.Permit.Refused;

/**
 * Whether requests to a receiver may leave, by how the last ones went. Permits are handed out by
 * {@link #permit}; all else that happens goes in by {@link #on}. A result counts only while the
 * circuit is as it was when its call was let through: the last calls of a bad hour, timing out one
 * by one, are neither probes nor held against a circuit that has closed since.
 *
 * <p>A breaker that is not enabled never opens by itself; a person may still open it.
 *
 * @param since when it last changed
 * @param epoch how often it has changed
 */
public record CircuitBreaker(
    CircuitConfig config, CircuitState state, Instant since, long epoch, CallWindow window) {

  public CircuitBreaker {
    since = millis(since);
  }

  /** A breaker that has seen nothing; open at once where its configuration says so. */
  public static CircuitBreaker fresh(CircuitConfig config, Instant now) {
    var closed =
        new CircuitBreaker(config, new Closed(null), now, 0, CallWindow.empty(config.windowSize()));
    return config.forcesOpen(now) ? closed.forcedOpen(now, config.forceOpenUntil()) : closed;
  }

  public static CircuitBreaker restored(CircuitConfig config, CircuitSnapshot snapshot) {
    return new CircuitBreaker(
        config,
        snapshot.state(),
        snapshot.since(),
        snapshot.epoch(),
        CallWindow.of(snapshot.window()));
  }

  /** All that has to be stored, besides the configuration. */
  public CircuitSnapshot snapshot() {
    return CircuitSnapshot.of(this);
  }

  public Phase phase() {
    return state.phase();
  }

  /** Whether it is open by a person's word. */
  public boolean forcedOpen() {
    return state instanceof CircuitState.ForcedOpen;
  }

  /** Whether a request may leave. While it is closed, a permit changes nothing. */
  public Permit permit(Instant now) {
    Instant at = millis(now);
    return switch (state) {
      case Closed _ -> new Allowed(new Pass(epoch, 0), this);
      case Open open when config.enabled() && !open.over(since, at) ->
          new Refused(open.until(), Reason.CIRCUIT_OPEN);
      case CircuitState.ForcedOpen forced when !forced.over(at) ->
          new Refused(forced.until(), Reason.FORCED_OPEN);
      case Open _, CircuitState.ForcedOpen _ ->
          config.enabled() ? changed(HalfOpen.FRESH, at).permit(at) : closedPermit(at);
      case HalfOpen halfOpen -> config.enabled() ? probe(halfOpen, at) : closedPermit(at);
    };
  }

  private Permit closedPermit(Instant at) {
    return changed(new Closed(null), at).permit(at);
  }

  private Permit probe(HalfOpen halfOpen, Instant at) {
    return halfOpen
        .handOut(at, config.halfOpenMaxCalls())
        .<Permit>map(next -> new Allowed(new Pass(epoch, next.handedOut()), in(next)))
        .orElseGet(() -> new Refused(halfOpen.nextPlace(at), Reason.PROBES_OUT));
  }

  /** After the event. At most one transition follows from it; see {@link #transitionFrom}. */
  public CircuitBreaker on(CircuitEvent event) {
    Instant at = millis(event.at());
    return switch (event) {
      case CallSucceeded(Pass pass, _) -> called(pass, true, at);
      case CallFailed(Pass pass, _) -> called(pass, false, at);
      case PermitTaken _ -> permit(at) instanceof Allowed(_, var next) ? next : this;
      case PermitReturned(Pass pass, _) -> returned(pass);
      case ForcedOpen(_, Instant until) -> forcedOpen(at, until);
      case ForcedClosed(_, Instant until) -> changed(new Closed(millisOrNull(until)), at);
      case Reset _ -> changed(new Closed(null), at);
    };
  }

  private CircuitBreaker forcedOpen(Instant at, @Nullable Instant until) {
    return changed(new CircuitState.ForcedOpen(millisOrNull(until)), at);
  }

  private CircuitBreaker called(Pass pass, boolean good, Instant at) {
    if (pass.epoch() != epoch) {
      return this;
    }
    return switch (state) {
      case Closed closed -> counting(good, at).judged(closed, at);
      case HalfOpen halfOpen when halfOpen.isOut(pass.probe()) ->
          counting(good, at).probed(halfOpen.reported(pass.probe(), good), at);
      case HalfOpen _, Open _, CircuitState.ForcedOpen _ -> this;
    };
  }

  private CircuitBreaker judged(Closed closed, Instant at) {
    boolean opens =
        config.enabled()
            && !closed.held(at)
            && window.countsAt(at, config.windowSize()).failing(config);
    return opens ? opened(at) : this;
  }

  private CircuitBreaker probed(HalfOpen halfOpen, Instant at) {
    if (halfOpen.settled() < config.halfOpenMaxCalls()) {
      return in(halfOpen);
    }
    return halfOpen.mostlyGood() ? changed(new Closed(null), at) : opened(at);
  }

  private CircuitBreaker returned(Pass pass) {
    return pass.epoch() == epoch && state instanceof HalfOpen halfOpen
        ? in(halfOpen.returned(pass.probe()))
        : this;
  }

  /**
   * The same breaker after its configuration was changed. A new {@code force_open_until} opens it;
   * taking away the one that holds it open closes it.
   */
  public CircuitBreaker under(CircuitConfig changed, Instant now) {
    var next = new CircuitBreaker(changed, state, since, epoch, window);
    Instant before = config.forceOpenUntil();
    Instant after = changed.forceOpenUntil();
    if (Objects.equals(before, after)) {
      return next;
    }
    if (changed.forcesOpen(now)) {
      return next.forcedOpen(now, after);
    }
    boolean heldByConfig = before != null && state.equals(new CircuitState.ForcedOpen(before));
    return heldByConfig ? next.changed(new Closed(null), now) : next;
  }

  /**
   * What is to be announced when this breaker, one event or permit later, takes the place of that
   * one.
   */
  public Optional<Transition> transitionFrom(CircuitBreaker before) {
    return phase() == before.phase()
        ? Optional.empty()
        : Optional.of(new Transition(before.phase(), phase(), since));
  }

  /**
   * What the API shows. While the circuit is not closed, the window is that of its last change: it
   * says why, instead of fading away.
   */
  public CircuitHealth health(Instant now) {
    return CircuitHealth.of(this, phase() == Phase.CLOSED ? millis(now) : since);
  }

  private CircuitBreaker opened(Instant at) {
    return changed(new Open(at.plus(config.sleepWindow())), at);
  }

  private CircuitBreaker changed(CircuitState next, Instant at) {
    CallWindow calls =
        next.phase() == Phase.CLOSED ? CallWindow.empty(config.windowSize()) : window;
    return new CircuitBreaker(config, next, at, epoch + 1, calls);
  }

  private CircuitBreaker in(HalfOpen next) {
    return new CircuitBreaker(config, next, since, epoch, window);
  }

  private CircuitBreaker counting(boolean good, Instant at) {
    return new CircuitBreaker(
        config, state, since, epoch, window.plus(good, at, config.windowSize()));
  }

  // Whole milliseconds throughout, so that a store that keeps no more loses nothing.
  private static Instant millis(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  private static @Nullable Instant millisOrNull(@Nullable Instant time) {
    return time == null ? null : millis(time);
  }
}

package posthorn.application.dispatch;

import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import posthorn.application.testing.TestTime;

/** A simulation's true time, what is to happen when, and the server's clock, which may be wrong. */
final class VirtualTime {
  private record Planned(long at, long number, Step step) {}

  private final PriorityQueue<Planned> plan =
      new PriorityQueue<>(comparingLong(Planned::at).thenComparingLong(Planned::number));
  private long planned;
  private long now;
  private long clockAhead;
  private long steppedForwards;

  /**
   * A moment as the server sees it.
   *
   * @param passedMillis the most that anybody could have seen pass on the clock since the start
   */
  record Moment(Instant clock, long passedMillis) {}

  Moment moment() {
    return new Moment(clock(), now + steppedForwards);
  }

  /** What the server's clock says. */
  Instant clock() {
    return TestTime.START.plusMillis(now + clockAhead);
  }

  Duration sinceStart() {
    return Duration.ofMillis(now);
  }

  void setClock(Duration ahead) {
    clockAhead += ahead.toMillis();
    steppedForwards += Math.max(0, ahead.toMillis());
  }

  void after(Duration delay, Step step) {
    plan.add(new Planned(now + Math.max(0, delay.toMillis()), planned++, step));
  }

  /** At that time of the clock as it goes now. */
  void at(Instant clockTime, Step step) {
    after(Duration.between(clock(), clockTime), step);
  }

  /** The next step, at whose time it is then; null if nothing is ever going to happen. */
  @Nullable Step next() {
    Planned next = plan.poll();
    return next == null ? null : take(next);
  }

  /** The next step if it is soon and wanted. */
  @Nullable Step next(Duration within, Predicate<Step> wanted) {
    Planned next = plan.peek();
    if (next == null || next.at > now + within.toMillis() || !wanted.test(next.step)) {
      return null;
    }
    plan.remove();
    return take(next);
  }

  private Step take(Planned next) {
    now = Math.max(now, next.at);
    return next.step;
  }
}

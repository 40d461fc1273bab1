package posthorn.bootstrap.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.TrustedTime;
import posthorn.domain.clock.ExpectedTime;

/**
 * Compares the wall clock with the monotonic clock, and at the start with the last run. It does so
 * whenever it is asked: so nobody acts on a jump that nobody has noticed yet.
 */
public final class ClockGuard implements ClockTrust {
  /** Small corrections are taken over this often, so that they never add up to a jump. */
  private static final Duration ADJUSTED = Duration.ofHours(1);

  private final TrustedTime trustedTime;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private volatile ExpectedTime expected;
  private volatile @Nullable Instant inDoubtSince;

  public ClockGuard(TrustedTime trustedTime, InstantSource clock, LongSupplier nanoTime) {
    this.trustedTime = trustedTime;
    this.clock = clock;
    this.nanoTime = nanoTime;
    Instant now = clock.instant();
    long nanos = nanoTime.getAsLong();
    expected =
        trustedTime
            .last()
            .map(last -> ExpectedTime.after(last, nanos))
            .filter(range -> !range.difference(now, nanos).isZero())
            .orElseGet(() -> ExpectedTime.around(now, nanos));
  }

  @Override
  public Optional<Doubt> doubt() {
    Instant now = clock.instant();
    long nanos = nanoTime.getAsLong();
    ExpectedTime should = expected;
    Duration difference = should.difference(now, nanos);
    if (difference.isZero()) {
      inDoubtSince = null;
      if (should.rightTime(nanos).isEmpty() || should.passed(nanos).compareTo(ADJUSTED) > 0) {
        expected = ExpectedTime.around(now, nanos);
      }
      return Optional.empty();
    }
    Instant known = inDoubtSince;
    Instant since = known == null ? now : known;
    inDoubtSince = since;
    return Optional.of(new Doubt(difference, since));
  }

  /** Holds after a restart too. */
  @Override
  public void agree() {
    Instant now = clock.instant();
    trustedTime.save(now);
    expected = ExpectedTime.around(now, nanoTime.getAsLong());
    inDoubtSince = null;
  }

  /** That time, or, where it is far from what time it should be, the time that it should be. */
  public Instant corrected(Instant time) {
    long nanos = nanoTime.getAsLong();
    ExpectedTime should = expected;
    return should.difference(time, nanos).isZero() ? time : should.rightTime(nanos).orElse(time);
  }
}

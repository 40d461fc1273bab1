package posthorn.application.testing;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.TrustedTime;

/** {@link TrustedTime} in memory. */
public final class InMemoryTrustedTime implements TrustedTime {
  private volatile @Nullable Instant last;

  @Override
  public Optional<Instant> last() {
    return Optional.ofNullable(last);
  }

  @Override
  public void save(Instant now) {
    last = now;
  }
}

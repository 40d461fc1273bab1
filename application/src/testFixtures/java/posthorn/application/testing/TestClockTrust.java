package posthorn.application.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ClockTrust;

/** A clock that is in doubt when a test says so, and until it says otherwise or agrees. */
public final class TestClockTrust implements ClockTrust {
  private volatile @Nullable Doubt doubt;

  public void doubt(Duration difference, Instant since) {
    doubt = new Doubt(difference, since);
  }

  @Override
  public Optional<Doubt> doubt() {
    return Optional.ofNullable(doubt);
  }

  @Override
  public void agree() {
    doubt = null;
  }
}

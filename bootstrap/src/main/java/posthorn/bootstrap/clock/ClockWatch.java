package posthorn.bootstrap.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.ClockTrust.Doubt;
import posthorn.application.port.TrustedTime;

/**
 * Looks at the clock every so often, says in the log when it comes to be in doubt or is right
 * again, and saves the time while it can be believed. For one thread at a time.
 */
public final class ClockWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
  private static final Duration SAVED = Duration.ofMinutes(5);

  private final ClockTrust trust;
  private final TrustedTime trustedTime;
  private final InstantSource clock;
  private boolean wasInDoubt;
  private Instant savedAt = Instant.EPOCH;

  public ClockWatch(ClockTrust trust, TrustedTime trustedTime, InstantSource clock) {
    this.trust = trust;
    this.trustedTime = trustedTime;
    this.clock = clock;
  }

  public void look() {
    Instant now = clock.instant();
    Optional<Doubt> doubt = trust.doubt();
    if (doubt.isPresent()) {
      inDoubt(doubt.get(), now);
    } else {
      believed(now);
    }
  }

  private void inDoubt(Doubt doubt, Instant now) {
    if (!wasInDoubt) {
      LOG.atError()
          .addKeyValue("time", now)
          .addKeyValue("ahead_by", doubt.difference())
          .log(
              "The clock is in doubt: no history is removed and no delivery expires until it is"
                  + " set right or an operator agrees with POST /v1/clock/agree");
    }
    wasInDoubt = true;
  }

  private void believed(Instant now) {
    if (wasInDoubt) {
      LOG.atWarn()
          .addKeyValue("time", now)
          .log("The clock is believed again; old history is removed and deliveries expire");
    }
    wasInDoubt = false;
    if (now.isBefore(savedAt) || now.isAfter(savedAt.plus(SAVED))) {
      trustedTime.save(now);
      savedAt = now;
    }
  }
}

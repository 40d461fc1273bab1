package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.TrustedTime;
import posthorn.bootstrap.clock.ClockGuard;
import posthorn.bootstrap.clock.ClockWatch;
import posthorn.sqlite.SqliteStore;

/** Whether the clock can be believed. */
final class ClockModule extends AbstractModule {
  @Provides
  TrustedTime trustedTime(SqliteStore store) {
    return store.trustedTime();
  }

  @Provides
  @Singleton
  ClockGuard clockGuard(TrustedTime trustedTime, InstantSource clock) {
    return new ClockGuard(trustedTime, clock, System::nanoTime);
  }

  @Provides
  ClockTrust clockTrust(ClockGuard guard) {
    return guard;
  }

  @Provides
  @Singleton
  ClockWatch clockWatch(ClockTrust trust, TrustedTime trustedTime, InstantSource clock) {
    return new ClockWatch(trust, trustedTime, clock);
  }
}

package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.ClaimDueDeliveries;
import posthorn.application.port.Deliveries;
import posthorn.application.port.DispatchBell;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Configuration.Dispatch;
import posthorn.bootstrap.dispatch.Attempts;
import posthorn.bootstrap.dispatch.Bell;
import posthorn.bootstrap.dispatch.DispatchLoop;
import posthorn.bootstrap.dispatch.Rhythm;

/** The dispatcher and its bell. */
final class DispatchModule extends AbstractModule {
  @Provides
  @Singleton
  Bell bell() {
    return new Bell();
  }

  /** Who polls keeps to the times, however much is waiting. */
  @Provides
  DispatchBell dispatchBell(Configuration configuration, Bell bell) {
    return switch (configuration.dispatch().mode()) {
      case PUSH -> bell;
      case POLL -> () -> {};
    };
  }

  @Provides
  Rhythm rhythm(Configuration configuration, Deliveries deliveries) {
    Dispatch dispatch = configuration.dispatch();
    return switch (dispatch.mode()) {
      case PUSH -> new Rhythm.Push(deliveries);
      case POLL -> new Rhythm.Poll(dispatch.pollInterval(), dispatch.pollBatch());
    };
  }

  @Provides
  @Singleton
  DispatchLoop loop(
      ClaimDueDeliveries claim,
      AttemptDelivery attempt,
      Rhythm rhythm,
      Bell bell,
      InstantSource clock,
      RandomGenerator dice,
      Configuration configuration) {
    var attempts = new Attempts(attempt, clock, dice, configuration.dispatch().maxInFlight());
    return new DispatchLoop(claim, attempts, rhythm, bell, clock);
  }
}

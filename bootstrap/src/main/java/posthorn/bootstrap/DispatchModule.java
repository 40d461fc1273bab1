package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import posthorn.application.dispatch.AttemptDelivery;
import posthorn.application.dispatch.BeginAttempt;
import posthorn.application.dispatch.DispatchSettings;
import posthorn.application.dispatch.Dispatcher;
import posthorn.application.dispatch.Gates;
import posthorn.application.dispatch.PlaceShares;
import posthorn.application.dispatch.SettleAttempt;
import posthorn.application.policy.Policies;
import posthorn.application.port.Circuits;
import posthorn.application.port.ClockTrust;
import posthorn.application.port.DispatchBell;
import posthorn.application.port.DueDeliveries;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Tenants;
import posthorn.application.port.VitalThreads;
import posthorn.application.port.WebhookSender;
import posthorn.application.port.Webhooks;
import posthorn.bootstrap.config.Configuration;
import posthorn.bootstrap.config.Configuration.Dispatch;
import posthorn.bootstrap.config.Configuration.Dispatch.Mode;
import posthorn.bootstrap.dispatch.Attempts;
import posthorn.bootstrap.dispatch.Bell;
import posthorn.bootstrap.dispatch.DispatchLoop;
import posthorn.bootstrap.dispatch.Rhythm;
import posthorn.domain.circuit.Ramp;
import posthorn.domain.webhook.WebhookPolicy;

/** The dispatcher and its bell. */
final class DispatchModule extends AbstractModule {
  /** The events held to be sent may take one part in so many of the heap. */
  private static final int HEAP_PARTS = 16;

  private static final long MOST_HELD = 1L << 30;

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
  Rhythm rhythm(Configuration configuration) {
    Dispatch dispatch = configuration.dispatch();
    return switch (dispatch.mode()) {
      case PUSH -> new Rhythm.Push();
      case POLL -> new Rhythm.Poll(dispatch.pollInterval(), dispatch.pollBatch());
    };
  }

  @Provides
  @Singleton
  Gates gates(Circuits circuits, OperatorEvents operatorEvents, Configuration configuration) {
    Dispatch dispatch = configuration.dispatch();
    Ramp ramp = dispatch.mode() == Mode.POLL ? Ramp.OFF : dispatch.slowStart();
    return new Gates(circuits, operatorEvents, ramp, dispatch.tenantLimit());
  }

  @Provides
  @Singleton
  Dispatcher dispatcher(
      DueDeliveries due,
      Webhooks webhooks,
      Gates gates,
      Ids ids,
      Configuration configuration,
      Policies policies,
      DispatchBell bell) {
    Dispatch dispatch = configuration.dispatch();
    var settings =
        new DispatchSettings(
            Server.NODE,
            configuration.lease(),
            dispatch.maxInFlight(),
            dispatch.pools(),
            new PlaceShares(
                dispatch.tenantShare(),
                dispatch.keptForAnswering(),
                configuration.outbound().connections().maxPerHost()),
            dispatch.mode() == Mode.POLL ? dispatch.pollBatch() : 0,
            heldBytes());
    return new Dispatcher(due, webhooks, gates, ids, settings, policies, bell);
  }

  /** An event being sent is in memory twice: its data and its request. */
  private static int heldBytes() {
    return (int) Math.min(MOST_HELD, Runtime.getRuntime().maxMemory() / HEAP_PARTS);
  }

  @Provides
  Policies policies(Tenants tenants, Configuration configuration) {
    return new Policies(
        tenants,
        WebhookPolicy.ofServer(
            configuration.retry(), configuration.dispatch().maxInFlightPerWebhook()),
        configuration.dispatch().maxInFlightLimit());
  }

  @Provides
  BeginAttempt beginAttempt(
      DueDeliveries due,
      Webhooks webhooks,
      Gates gates,
      OperatorEvents operatorEvents,
      Policies policies,
      Configuration configuration,
      ClockTrust clock) {
    return new BeginAttempt(
        due, webhooks, gates, operatorEvents, policies, configuration.longestTimeout(), clock);
  }

  @Provides
  SettleAttempt settleAttempt(
      DueDeliveries due,
      Webhooks webhooks,
      Gates gates,
      OperatorEvents operatorEvents,
      Ids ids,
      Policies policies,
      ClockTrust clock) {
    return new SettleAttempt(due, webhooks, gates, operatorEvents, ids, policies, clock);
  }

  @Provides
  AttemptDelivery attemptDelivery(
      BeginAttempt begin, WebhookSender sender, SettleAttempt settle, Dispatcher dispatcher) {
    return new AttemptDelivery(begin, sender, settle, dispatcher);
  }

  @Provides
  @Singleton
  DispatchLoop loop(
      Dispatcher dispatcher,
      AttemptDelivery attempt,
      Rhythm rhythm,
      Bell bell,
      InstantSource clock,
      RandomGenerator dice,
      VitalThreads threads) {
    return new DispatchLoop(
        dispatcher, new Attempts(attempt, clock, dice), rhythm, bell, clock, threads);
  }
}

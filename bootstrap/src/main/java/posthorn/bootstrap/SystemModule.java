package posthorn.bootstrap;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import posthorn.application.deadletters.OfferReplay;
import posthorn.application.feed.FoldRepeats;
import posthorn.application.feed.OperatorFeed;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Ids;
import posthorn.application.port.OperatorEvent;
import posthorn.application.port.OperatorEvents;
import posthorn.application.port.Randomness;
import posthorn.application.port.Webhooks;
import posthorn.bootstrap.clock.ClockGuard;
import posthorn.bootstrap.retention.RetentionLoop;

/** Time, chance and the log. */
final class SystemModule extends AbstractModule {
  /** For a client that connects again; a few megabytes. */
  private static final int FEED_SIZE = 8192;

  /** To the millisecond, which is what the store keeps. */
  @Provides
  @Singleton
  InstantSource clock() {
    return Clock.tickMillis(ZoneOffset.UTC);
  }

  @Provides
  RandomGenerator dice() {
    return () -> ThreadLocalRandom.current().nextLong();
  }

  @Provides
  @Singleton
  Randomness randomness() {
    var random = new SecureRandom();
    return count -> {
      var bytes = new byte[count];
      random.nextBytes(bytes);
      return bytes;
    };
  }

  @Provides
  @Singleton
  Ids ids(ClockGuard clock) {
    return new MonotonicIds(new SecureRandom(), clock::corrected);
  }

  @Provides
  @Singleton
  OperatorEvents operatorEvents(FoldRepeats folded, DeadLetters deadLetters, Webhooks webhooks) {
    return new OfferReplay(deadLetters, webhooks, folded);
  }

  @Provides
  @Singleton
  FoldRepeats folded(OperatorFeed feed, RetentionLoop retention) {
    return new FoldRepeats(
        new OperatorFanOut(
            List.of(
                new LoggedOperatorEvents(),
                feed,
                event -> {
                  if (event instanceof OperatorEvent.WebhookDeleted) {
                    // Of its deliveries there may be more than a request should wait for.
                    retention.ring();
                  }
                })));
  }

  /** Named after the moment of its start, which no other run has. */
  @Provides
  @Singleton
  OperatorFeed feed(InstantSource clock) {
    return new OperatorFeed(Long.toString(clock.millis(), Character.MAX_RADIX), FEED_SIZE);
  }
}

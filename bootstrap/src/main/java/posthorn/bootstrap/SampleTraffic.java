package posthorn.bootstrap;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import posthorn.application.publish.PublishEvent;
import posthorn.application.publish.PublishEvent.Command;
import posthorn.application.publish.PublishEvent.Result;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.tenant.TenantId;

/** Publishes an event every so often, as the application of somebody would. */
final class SampleTraffic implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SampleTraffic.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final List<EventType> TYPES =
      List.of(
          new EventType("user.created"),
          new EventType("order.paid"),
          new EventType("invoice.sent"));

  private final PublishEvent publishEvent;
  private final InstantSource clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("sample-traffic").factory());
  private int published;

  SampleTraffic(PublishEvent publishEvent, InstantSource clock) {
    this.publishEvent = publishEvent;
    this.clock = clock;
  }

  void start() {
    ScheduledFuture<?> _ =
        thread.scheduleAtFixedRate(this::publish, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void publish() {
    published++;
    try {
      Result _ = publishEvent.publish(next(), clock.instant());
    } catch (RuntimeException e) {
      // Thrown on, it would end the traffic for good.
      LOG.warn("A sample event could not be published; the next one is", e);
    }
  }

  private Command next() {
    return new Command(
        TenantId.DEFAULT,
        TYPES.get(published % TYPES.size()),
        JsonBytes.of("{\"number\":" + published + ",\"name\":\"sample\"}"),
        null,
        null,
        "posthorn-demo",
        null,
        Priority.NORMAL,
        null,
        null);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

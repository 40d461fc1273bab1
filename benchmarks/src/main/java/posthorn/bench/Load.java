package posthorn.bench;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How events are published.
 *
 * @param batch how many by one request
 * @param intervalNanos from one request to the next; 0 for as fast as they are answered
 * @param deliverAt until when the deliveries wait, if they do
 * @param atMost after this no further request is sent
 * @param source whose messages are sent in place of events, if they are
 */
record Load(
    int connections,
    int batch,
    long intervalNanos,
    @Nullable Instant deliverAt,
    Duration atMost,
    @Nullable InboundSource source) {
  /** Batches are long; a few under way at once keep two cores busy. */
  private static final int BATCH_CONNECTIONS = 4;

  private static final Duration NO_LIMIT = Duration.ofHours(1);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  static Load singles(int connections) {
    return new Load(connections, 1, 0, null, NO_LIMIT, null);
  }

  static Load batches(int size) {
    return new Load(BATCH_CONNECTIONS, size, 0, null, NO_LIMIT, null);
  }

  Load heldUntil(Instant time) {
    return new Load(connections, batch, intervalNanos, time, atMost, source);
  }

  Load atRate(int perSecond) {
    return new Load(connections, batch, NANOS_PER_SECOND / perSecond, deliverAt, atMost, source);
  }

  Load within(Duration time) {
    return new Load(connections, batch, intervalNanos, deliverAt, time, source);
  }

  /** Of the same size and at the same pace, what that source sends. */
  Load from(InboundSource sender) {
    return new Load(connections, batch, intervalNanos, null, atMost, sender);
  }

  /** One that brings so many at once. */
  Request request(int size) {
    return source == null ? new PublishRequest(size, deliverAt) : source.request();
  }
}

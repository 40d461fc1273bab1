package posthorn.domain.event;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.tenant.TenantId;

/**
 * One thing that happened.
 *
 * @param timestamp when it happened, as the application says, else when it was accepted
 * @param idempotencyKey what the same event, published again, would carry too
 * @param source which part of the application it comes from, as that calls itself
 * @param sessionId what the application groups its events by
 * @param orderingKey what its deliveries have in common with others that they may not overtake
 * @param deliverAt when its deliveries become due, if not at once
 * @param hops how often it has come in at an inbound address; 0 where it was published
 * @param sequence its number among the accepted events of its tenant and type, from 1; {@link
 *     #UNNUMBERED} until it is accepted
 */
public record Event(
    EventId id,
    TenantId tenant,
    EventType type,
    JsonBytes data,
    Instant timestamp,
    Instant acceptedAt,
    @Nullable String idempotencyKey,
    @Nullable String source,
    @Nullable String sessionId,
    Priority priority,
    @Nullable String orderingKey,
    @Nullable Instant deliverAt,
    int hops,
    long sequence) {
  public static final long UNNUMBERED = 0;

  /** How far ahead an event may be put off: until then it cannot be pruned. */
  public static final Duration LONGEST_WAIT = Duration.ofDays(366);

  /** One that was published. */
  public Event(
      EventId id,
      TenantId tenant,
      EventType type,
      JsonBytes data,
      Instant timestamp,
      Instant acceptedAt,
      @Nullable String idempotencyKey,
      @Nullable String source,
      @Nullable String sessionId,
      Priority priority,
      @Nullable String orderingKey,
      @Nullable Instant deliverAt) {
    this(
        id,
        tenant,
        type,
        data,
        timestamp,
        acceptedAt,
        idempotencyKey,
        source,
        sessionId,
        priority,
        orderingKey,
        deliverAt,
        0,
        UNNUMBERED);
  }

  /** The same event with the number that it got when it was accepted. */
  public Event numbered(long number) {
    return new Event(
        id,
        tenant,
        type,
        data,
        timestamp,
        acceptedAt,
        idempotencyKey,
        source,
        sessionId,
        priority,
        orderingKey,
        deliverAt,
        hops,
        number);
  }

  /** When its deliveries become due; a time that has passed means at once. */
  public Instant dueAt() {
    return deliverAt == null || deliverAt.isBefore(acceptedAt) ? acceptedAt : deliverAt;
  }
}

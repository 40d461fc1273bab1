package posthorn.domain.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.DeliveryState.Cancelled;
import posthorn.domain.delivery.DeliveryState.Dead;
import posthorn.domain.delivery.DeliveryState.Delivered;
import posthorn.domain.delivery.DeliveryState.Failed;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.delivery.DeliveryState.Pending;
import posthorn.domain.retry.AttemptOutcome;
import posthorn.domain.retry.AttemptOutcome.Answered;
import posthorn.domain.retry.Failure;

/**
 * One HTTP request of a delivery, as recorded. Unique by delivery, cycle and number.
 *
 * @param requestHeaders as {@link RecordedHeaders} keeps them
 * @param responseHeaders by their names in lower case; none where there was no answer
 * @param scheduledAt since when it had been due
 * @param executedAt when it started
 * @param nextRetryAt when the next one follows, if one does
 */
public record Attempt(
    AttemptId id,
    DeliveryId delivery,
    int cycle,
    int number,
    Status status,
    @Nullable Failure failure,
    Map<String, String> requestHeaders,
    @Nullable Integer httpStatus,
    Map<String, String> responseHeaders,
    @Nullable String responseSample,
    @Nullable String remoteAddress,
    Duration took,
    Instant scheduledAt,
    Instant executedAt,
    @Nullable Instant nextRetryAt) {

  /** What the attempt meant for its delivery. */
  public enum Status {
    SUCCESS,
    FAILED,
    EXHAUSTED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    public String wireName() {
      return wireName;
    }
  }

  /**
   * The record of an attempt.
   *
   * @param inFlight the state that the attempt was made in
   * @param requestHeaders as they were sent
   * @param settled the delivery that it left behind
   */
  public static Attempt of(
      AttemptId id,
      InFlight inFlight,
      Map<String, String> requestHeaders,
      AttemptOutcome outcome,
      Instant executedAt,
      Delivery settled) {
    Progress progress = settled.progress();
    return new Attempt(
        id,
        settled.id(),
        progress.cycle(),
        progress.attemptCount(),
        statusOf(settled),
        progress.lastFailure(),
        RecordedHeaders.of(requestHeaders),
        outcome instanceof Answered answered ? answered.status() : null,
        outcome instanceof Answered answered ? answered.headers() : Map.of(),
        outcome instanceof Answered answered ? answered.bodySample() : null,
        outcome.remoteAddress(),
        outcome.took(),
        inFlight.scheduledAt(),
        executedAt,
        progress.state().dueAt());
  }

  private static Status statusOf(Delivery settled) {
    return switch (settled.state()) {
      case Delivered _ -> Status.SUCCESS;
      case Failed _ -> Status.FAILED;
      case Dead _ -> Status.EXHAUSTED;
      case Pending _, InFlight _, Cancelled _ ->
          throw new IllegalArgumentException(settled.id() + " is not settled");
    };
  }
}

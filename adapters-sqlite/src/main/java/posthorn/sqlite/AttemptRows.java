package posthorn.sqlite;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.sqlite.schema.tables.records.AttemptsRecord;

/** An attempt as a row and back. */
final class AttemptRows {
  private AttemptRows() {}

  static AttemptsRecord rowOf(Attempt attempt) {
    Failure failure = attempt.failure();
    var row = new AttemptsRecord();
    row.setId(attempt.id().value());
    row.setDeliveryId(attempt.delivery().value());
    row.setCycle(attempt.cycle());
    row.setNumber(attempt.number());
    row.setStatus(attempt.status().wireName());
    row.setFailureCategory(failure == null ? null : failure.category().wireName());
    row.setFailureMessage(failure == null ? null : failure.message());
    row.setRequestHeaders(HeaderText.write(attempt.requestHeaders()));
    row.setHttpStatus(attempt.httpStatus());
    row.setResponseHeaders(HeaderText.write(attempt.responseHeaders()));
    row.setResponseSample(attempt.responseSample());
    row.setRemoteAddress(attempt.remoteAddress());
    row.setDurationMs(attempt.took().toMillis());
    row.setScheduledAt(attempt.scheduledAt());
    row.setExecutedAt(attempt.executedAt());
    row.setNextRetryAt(attempt.nextRetryAt());
    return row;
  }

  static Attempt attemptOf(AttemptsRecord row) {
    return new Attempt(
        new AttemptId(row.getId()),
        new DeliveryId(row.getDeliveryId()),
        row.getCycle(),
        row.getNumber(),
        Attempt.Status.valueOf(row.getStatus().toUpperCase(Locale.ROOT)),
        failureOf(row),
        HeaderText.read(row.getRequestHeaders()),
        row.getHttpStatus(),
        HeaderText.read(row.getResponseHeaders()),
        row.getResponseSample(),
        row.getRemoteAddress(),
        Duration.ofMillis(row.getDurationMs()),
        row.getScheduledAt(),
        row.getExecutedAt(),
        row.getNextRetryAt());
  }

  private static @Nullable Failure failureOf(AttemptsRecord row) {
    if (row.getFailureCategory() == null) {
      return null;
    }
    return new Failure(
        FailureCategory.valueOf(row.getFailureCategory().toUpperCase(Locale.ROOT)),
        row.getFailureMessage(),
        row.getHttpStatus(),
        row.getResponseSample());
  }
}

package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.ATTEMPTS;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.AttemptId;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.retry.Failure;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.AttemptsRecord;

/** An attempt as a row and back. */
final class AttemptRows {
  private AttemptRows() {}

  static final String INSERT =
      Jooq.insert(
          ATTEMPTS,
          List.of(
              ATTEMPTS.DELIVERY_ID,
              ATTEMPTS.CYCLE,
              ATTEMPTS.NUMBER,
              ATTEMPTS.ID,
              ATTEMPTS.STATUS,
              ATTEMPTS.FAILURE_CATEGORY,
              ATTEMPTS.FAILURE_MESSAGE,
              ATTEMPTS.REQUEST_HEADERS,
              ATTEMPTS.RESPONSE_HEADERS,
              ATTEMPTS.HTTP_STATUS,
              ATTEMPTS.RESPONSE_SAMPLE,
              ATTEMPTS.REMOTE_ADDRESS,
              ATTEMPTS.DURATION_MS,
              ATTEMPTS.SCHEDULED_AT,
              ATTEMPTS.EXECUTED_AT,
              ATTEMPTS.NEXT_RETRY_AT,
              ATTEMPTS.TENANT_ID));

  /** An attempt with its headers as text, so that the one thread that writes need not make it. */
  record Written(Attempt attempt, String requestHeaders, String responseHeaders) {
    static Written of(Attempt attempt) {
      return new Written(
          attempt,
          HeaderText.write(attempt.requestHeaders()),
          HeaderText.write(attempt.responseHeaders()));
    }
  }

  /** Binds all of {@link #INSERT}. */
  static void bind(Prepared insert, Written written, TenantId tenant) throws SQLException {
    Attempt attempt = written.attempt();
    Failure failure = attempt.failure();
    insert
        .text(attempt.delivery().value())
        .number(attempt.cycle())
        .number(attempt.number())
        .text(attempt.id().value())
        .text(attempt.status().wireName())
        .text(failure == null ? null : failure.category().wireName())
        .text(failure == null ? null : failure.message())
        .text(written.requestHeaders())
        .text(written.responseHeaders())
        .number(attempt.httpStatus())
        .text(attempt.responseSample())
        .text(attempt.remoteAddress())
        .number(attempt.took().toMillis())
        .time(attempt.scheduledAt())
        .time(attempt.executedAt())
        .time(attempt.nextRetryAt())
        .text(tenant.value());
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

package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.ATTEMPTS;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jooq.TableField;
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

  /** What all of them have. */
  private static final List<TableField<AttemptsRecord, ?>> USUAL =
      List.of(
          ATTEMPTS.DELIVERY_ID,
          ATTEMPTS.CYCLE,
          ATTEMPTS.NUMBER,
          ATTEMPTS.ID,
          ATTEMPTS.STATUS,
          ATTEMPTS.REQUEST_HEADERS,
          ATTEMPTS.RESPONSE_HEADERS,
          ATTEMPTS.HTTP_STATUS,
          ATTEMPTS.RESPONSE_SAMPLE,
          ATTEMPTS.REMOTE_ADDRESS,
          ATTEMPTS.DURATION_MS,
          ATTEMPTS.SCHEDULED_AT,
          ATTEMPTS.EXECUTED_AT,
          ATTEMPTS.TENANT_ID);

  /** What only those have that failed. */
  private static final List<TableField<AttemptsRecord, ?>> OF_FAILED =
      List.of(ATTEMPTS.FAILURE_CATEGORY, ATTEMPTS.FAILURE_MESSAGE, ATTEMPTS.NEXT_RETRY_AT);

  static final String INSERT_SUCCEEDED = Jooq.insert(ATTEMPTS, USUAL);

  static final String INSERT_FAILED =
      Jooq.insert(
          ATTEMPTS,
          Stream.of(USUAL, OF_FAILED)
              .<TableField<AttemptsRecord, ?>>flatMap(List::stream)
              .toList());

  /** The last one of each delivery. Parameter: a JSON array of their ids. */
  static final String LAST_OF =
      """
      SELECT attempts.* FROM json_each(?) asked CROSS JOIN attempts WHERE attempts.rowid = (
        SELECT last.rowid FROM attempts last WHERE last.delivery_id = asked.value
        ORDER BY last.cycle DESC, last.number DESC LIMIT 1)
      """;

  /** An attempt with its headers as text, so that the one thread that writes need not make it. */
  record Written(Attempt attempt, String requestHeaders, String responseHeaders) {
    static Written of(Attempt attempt) {
      return new Written(
          attempt,
          HeaderText.write(attempt.requestHeaders()),
          HeaderText.write(attempt.responseHeaders()));
    }
  }

  static void insert(WriterSession session, Written written, TenantId tenant) throws SQLException {
    Failure failure = written.attempt().failure();
    session.stores(tenant, StoredBytes.ATTEMPT);
    if (failure == null) {
      bind(session.prepared(INSERT_SUCCEEDED), written, tenant).run();
      return;
    }
    bind(session.prepared(INSERT_FAILED), written, tenant)
        .text(failure.category().wireName())
        .text(failure.message())
        .time(written.attempt().nextRetryAt())
        .run();
  }

  private static Prepared bind(Prepared insert, Written written, TenantId tenant)
      throws SQLException {
    Attempt attempt = written.attempt();
    return insert
        .text(attempt.delivery().value())
        .number(attempt.cycle())
        .number(attempt.number())
        .text(attempt.id().value())
        .text(attempt.status().wireName())
        .text(written.requestHeaders())
        .text(written.responseHeaders())
        .number(attempt.httpStatus())
        .text(attempt.responseSample())
        .text(attempt.remoteAddress())
        .number(attempt.took().toMillis())
        .time(attempt.scheduledAt())
        .time(attempt.executedAt())
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

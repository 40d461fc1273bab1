package posthorn.sqlite;

import static java.util.Objects.requireNonNull;
import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.Page;
import posthorn.domain.deadletter.BatchRun;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.DeadLetterSql.Ids;
import posthorn.sqlite.DeliveryListSql.Statement;

/**
 * {@link DeadLetters} on SQLite. Where few match, a list or a slice looks at so many rows at most,
 * and says from where to go on.
 */
final class SqliteDeadLetters implements DeadLetters {
  /** For each step of a run, of which there are many a second. */
  private static final int ROWS_OF_A_SLICE = 5_000;

  private final SqliteReaders readers;
  private final int mostRows;

  SqliteDeadLetters(SqliteReaders readers, int mostRows) {
    this.readers = readers;
    this.mostRows = mostRows;
  }

  @Override
  public Page<DeadLetter, DeliveryId> page(Query query) {
    return readers.read(sql -> page(sql, query));
  }

  private Page<DeadLetter, DeliveryId> page(DSLContext sql, Query query) {
    TenantId tenant = query.tenant();
    DeadLetterFilter filter = query.filter();
    var ids = new Ids(null, null, query.before() == null ? null : query.before().value());
    @Nullable String floor =
        DeadLetterSql.looksAtRows(filter)
            ? id(sql, DeadLetterSql.last(tenant, filter, ids, mostRows, true))
            : null;
    List<DeadLetter> found =
        letters(sql, DeadLetterSql.page(tenant, filter, ids, floor, query.limit(), query.offset()));
    if (floor == null || found.size() > query.limit()) {
      return Page.of(found, query.limit(), letter -> letter.delivery().id());
    }
    // Who has not yet passed over all that are to be passed over goes on with that.
    int passed =
        query.offset() == 0 || !found.isEmpty()
            ? query.offset()
            : number(sql, DeadLetterSql.above(tenant, filter, ids, floor));
    return new Page<>(found, new DeliveryId(floor), query.offset() - passed);
  }

  @Override
  public Slice next(TenantId tenant, DeadLetterFilter filter, BatchRun run, int limit) {
    DeliveryId reached = run.reached();
    String after = reached == null ? null : reached.value();
    String ceiling = requireNonNull(run.ceiling()).value();
    Instant startedAt = requireNonNull(run.startedAt());
    int rows = Math.max(limit, Math.min(mostRows, ROWS_OF_A_SLICE));
    return readers.read(sql -> {
      // Not only what the filter leaves out is passed over, but also what has died since.
      @Nullable String upTo =
          id(sql, DeadLetterSql.last(tenant, filter, new Ids(after, null, ceiling), rows, false));
      List<DeadLetter> found =
          letters(
              sql,
              DeadLetterSql.slice(tenant, filter, new Ids(after, upTo, ceiling), startedAt, limit));
      if (found.size() > limit) {
        List<DeadLetter> slice = List.copyOf(found.subList(0, limit));
        return new Slice(slice, slice.getLast().delivery().id(), false);
      }
      if (upTo != null) {
        return new Slice(found, new DeliveryId(upTo), false);
      }
      return new Slice(found, found.isEmpty() ? null : found.getLast().delivery().id(), true);
    });
  }

  @Override
  public int count(TenantId tenant, DeadLetterFilter filter, Instant diedBy) {
    return readers.read(sql -> number(sql, DeadLetterSql.count(tenant, filter, diedBy)));
  }

  @Override
  public Summary summary(TenantId tenant, DeadLetterFilter filter, int limit) {
    return readers.read(sql -> {
      Statement select = DeadLetterSql.summary(tenant, filter, SummaryRows.MOST_GROUPS + 1);
      List<SummaryRows.Counted> counted =
          sql.resultQuery(select.text(), select.bound())
              .coerce(SummaryRows.COLUMNS)
              .fetch(SummaryRows::countedOf);
      List<SummaryRows.Counted> most = SummaryRows.most(counted, limit);
      return new Summary(
          SummaryRows.groups(most, messages(sql, most)), counted.size() > most.size());
    });
  }

  private static Map<String, String> messages(DSLContext sql, List<SummaryRows.Counted> counted) {
    Stream<String> ids = counted.stream().map(each -> each.newest().value());
    return sql.resultQuery(DeadLetterSql.MESSAGES, Json.array(ids))
        .coerce(DELIVERIES.ID, DELIVERIES.FAILURE_MESSAGE)
        .fetchMap(DELIVERIES.ID, DELIVERIES.FAILURE_MESSAGE);
  }

  private static List<DeadLetter> letters(DSLContext sql, Statement select) {
    return sql.resultQuery(select.text(), select.bound())
        .coerce(DELIVERIES)
        .fetch(row ->
            new DeadLetter(DeliveryRows.deliveryOf(row::get), row.get(DELIVERIES.REPLAYED_AT)));
  }

  private static @Nullable String id(DSLContext sql, Statement select) {
    return sql.resultQuery(select.text(), select.bound())
        .coerce(DELIVERIES.ID)
        .fetchOne(DELIVERIES.ID);
  }

  private static int number(DSLContext sql, Statement select) {
    return sql.resultQuery(select.text(), select.bound())
        .coerce(DELIVERIES.ATTEMPT_COUNT)
        .fetchSingle()
        .value1();
  }
}

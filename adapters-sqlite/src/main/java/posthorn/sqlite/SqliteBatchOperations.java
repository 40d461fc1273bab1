package posthorn.sqlite;

import static org.jooq.impl.DSL.noCondition;
import static posthorn.sqlite.schema.Tables.BATCH_OPERATIONS;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.BatchOperations;
import posthorn.application.port.Page;
import posthorn.domain.deadletter.BatchOperation;
import posthorn.domain.deadletter.BatchOperationId;
import posthorn.domain.tenant.TenantId;
import posthorn.sqlite.schema.tables.records.BatchOperationsRecord;

/** {@link BatchOperations} on SQLite. */
final class SqliteBatchOperations implements BatchOperations {
  /** The states are in the text, so that the index of these few is used. */
  static final String ACTIVE =
      """
      SELECT * FROM batch_operations INDEXED BY batch_operations_active
      WHERE status = 'scheduled' OR status = 'running' ORDER BY id
      """;

  private final SqliteWriter writer;
  private final SqliteReaders readers;
  private final BatchSteps steps = new BatchSteps();

  SqliteBatchOperations(SqliteWriter writer, SqliteReaders readers) {
    this.writer = writer;
    this.readers = readers;
  }

  @Override
  public void add(BatchOperation operation) {
    BatchOperationsRecord row = BatchOperationRows.rowOf(operation);
    writer.write(sql -> sql.executeInsert(row));
  }

  @Override
  public Optional<BatchOperation> find(TenantId tenant, BatchOperationId id) {
    return readers.read(sql ->
        sql.selectFrom(BATCH_OPERATIONS)
            .where(BATCH_OPERATIONS.ID.eq(id.value()))
            .and(BATCH_OPERATIONS.TENANT_ID.eq(tenant.value()))
            .fetchOptional(BatchOperationRows::operationOf));
  }

  @Override
  public Page<BatchOperation, BatchOperationId> page(
      TenantId tenant, @Nullable BatchOperationId before, int limit) {
    return readers.read(sql ->
        Page.of(
            sql.selectFrom(BATCH_OPERATIONS)
                .where(BATCH_OPERATIONS.TENANT_ID.eq(tenant.value()))
                .and(before == null ? noCondition() : BATCH_OPERATIONS.ID.lt(before.value()))
                .orderBy(BATCH_OPERATIONS.ID.desc())
                .limit(limit + 1)
                .fetch(BatchOperationRows::operationOf),
            limit,
            BatchOperation::id));
  }

  @Override
  public List<BatchOperation> active() {
    return readers.read(sql ->
        sql.resultQuery(ACTIVE)
            .coerce(BATCH_OPERATIONS)
            .fetch(row -> BatchOperationRows.operationOf(row.into(BATCH_OPERATIONS))));
  }

  @Override
  public int unfinished(TenantId tenant) {
    return readers.read(sql ->
        sql.fetchCount(
            BATCH_OPERATIONS,
            BATCH_OPERATIONS.TENANT_ID.eq(tenant.value()).and(BATCH_OPERATIONS.ENDED_AT.isNull())));
  }

  @Override
  public boolean replaceIfUnchanged(BatchOperation seen, BatchOperation changed) {
    var row = new BatchOperationsRecord();
    BatchOperationRows.putProgress(row, changed);
    return writer.write(sql ->
        sql.update(BATCH_OPERATIONS)
            .set(row)
            .where(BATCH_OPERATIONS.ID.eq(seen.id().value()))
            .and(BATCH_OPERATIONS.VERSION.eq(seen.version()))
            .execute())
        > 0;
  }

  @Override
  public Optional<BatchOperation> stepIfUnchanged(BatchOperation seen, Step step, Instant now) {
    return writer.write(steps, new BatchSteps.Command(seen, step, now));
  }

  @Override
  public void removeOver(TenantId tenant, Instant before) {
    writer.write(sql ->
        sql.deleteFrom(BATCH_OPERATIONS)
            .where(BATCH_OPERATIONS.TENANT_ID.eq(tenant.value()))
            .and(BATCH_OPERATIONS.ENDED_AT.lt(before))
            .execute());
  }
}

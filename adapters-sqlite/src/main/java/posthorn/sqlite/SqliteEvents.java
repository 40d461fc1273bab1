package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.EVENTS;
import static posthorn.sqlite.schema.Tables.EVENT_DATA;
import static posthorn.sqlite.schema.Tables.IDEMPOTENCY_KEYS;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.DSLContext;
import posthorn.application.port.Events;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.event.Event;
import posthorn.domain.event.EventId;

/** {@link Events} on SQLite. */
final class SqliteEvents implements Events {
  private final SqliteWriter writer;

  SqliteEvents(SqliteWriter writer) {
    this.writer = writer;
  }

  @Override
  public Acceptance accept(Event event, List<Delivery> deliveries, Instant keysSince) {
    return writer.write(sql -> {
      Optional<EventId> first = firstWithKey(sql, event, keysSince);
      if (first.isPresent()) {
        return new Acceptance.SeenBefore(first.get());
      }
      rememberKey(sql, event);
      insert(sql, event);
      sql.batchInsert(deliveries.stream().map(DeliveryRows::rowOf).toList()).execute();
      return new Acceptance.Accepted();
    });
  }

  private static Optional<EventId> firstWithKey(DSLContext sql, Event event, Instant keysSince) {
    if (event.idempotencyKey() == null) {
      return Optional.empty();
    }
    return sql.select(IDEMPOTENCY_KEYS.EVENT_ID)
        .from(IDEMPOTENCY_KEYS)
        .where(IDEMPOTENCY_KEYS.TENANT_ID.eq(event.tenant().value()))
        .and(IDEMPOTENCY_KEYS.IDEMPOTENCY_KEY.eq(event.idempotencyKey()))
        .and(IDEMPOTENCY_KEYS.ACCEPTED_AT.ge(keysSince))
        .fetchOptional(IDEMPOTENCY_KEYS.EVENT_ID)
        .map(EventId::new);
  }

  private static void rememberKey(DSLContext sql, Event event) {
    if (event.idempotencyKey() == null) {
      return;
    }
    sql.insertInto(IDEMPOTENCY_KEYS)
        .set(IDEMPOTENCY_KEYS.TENANT_ID, event.tenant().value())
        .set(IDEMPOTENCY_KEYS.IDEMPOTENCY_KEY, event.idempotencyKey())
        .set(IDEMPOTENCY_KEYS.EVENT_ID, event.id().value())
        .set(IDEMPOTENCY_KEYS.ACCEPTED_AT, event.acceptedAt())
        // One that is there was seen too long ago to count.
        .onDuplicateKeyUpdate()
        .set(IDEMPOTENCY_KEYS.EVENT_ID, event.id().value())
        .set(IDEMPOTENCY_KEYS.ACCEPTED_AT, event.acceptedAt())
        .execute();
  }

  private static void insert(DSLContext sql, Event event) {
    sql.insertInto(EVENTS)
        .set(EVENTS.ID, event.id().value())
        .set(EVENTS.TENANT_ID, event.tenant().value())
        .set(EVENTS.TYPE, event.type().value())
        .set(EVENTS.HAPPENED_AT, event.timestamp())
        .set(EVENTS.ACCEPTED_AT, event.acceptedAt())
        .set(EVENTS.IDEMPOTENCY_KEY, event.idempotencyKey())
        .set(EVENTS.SESSION_ID, event.sessionId())
        .execute();
    sql.insertInto(EVENT_DATA)
        .set(EVENT_DATA.EVENT_ID, event.id().value())
        .set(EVENT_DATA.JSON, event.data().bytes())
        .execute();
  }
}

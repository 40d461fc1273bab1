package posthorn.sqlite;

import static posthorn.sqlite.schema.Tables.DELIVERIES;

import java.util.List;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.Page;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryId;
import posthorn.sqlite.DeliveryListSql.Statement;

/**
 * Reads a page of a list. Where few rows match, it looks at so many at most, and says from where to
 * go on.
 */
record DeliveryList(int mostRows) {

  Page<Delivery, DeliveryId> page(DSLContext sql, DeliveryQuery query, Holds holds) {
    var statements = new DeliveryListSql(query, holds.inFlight());
    @Nullable String floor =
        statements.looksAtRows() ? floor(sql, statements.floor(mostRows)) : null;
    Statement select = statements.page(floor);
    List<Delivery> found =
        sql.resultQuery(select.text(), select.bound())
            .coerce(DELIVERIES)
            .fetch(row -> holds.seen(DeliveryRows.deliveryOf(row::get)));
    if (floor == null || found.size() > query.limit()) {
      return Page.of(found, query.limit(), Delivery::id);
    }
    // Who has not yet passed over all that are to be passed over goes on with that.
    int passed =
        query.offset() == 0 || !found.isEmpty() ? query.offset() : count(sql, statements, floor);
    return new Page<>(found, new DeliveryId(floor), query.offset() - passed);
  }

  private static @Nullable String floor(DSLContext sql, Statement select) {
    return sql.resultQuery(select.text(), select.bound())
        .coerce(DELIVERIES.ID)
        .fetchOne(DELIVERIES.ID);
  }

  private static int count(DSLContext sql, DeliveryListSql statements, String floor) {
    Statement select = statements.count(floor);
    return sql.resultQuery(select.text(), select.bound())
        .coerce(DELIVERIES.ATTEMPT_COUNT)
        .fetchSingle()
        .value1();
  }
}

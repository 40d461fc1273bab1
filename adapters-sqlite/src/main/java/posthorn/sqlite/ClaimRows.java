package posthorn.sqlite;

import static java.util.Comparator.comparing;
import static posthorn.sqlite.schema.Tables.DELIVERIES;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.event.Event;

/** Claimed deliveries, joined with the events and webhooks they are of. */
final class ClaimRows {
  private static final Field<Long> ROW = DSL.field("deliveries.rowid", Long.class);

  private static final Comparator<ClaimedDelivery> LONGEST_DUE_FIRST =
      comparing((ClaimedDelivery claimed) -> scheduledAt(claimed.delivery()))
          .thenComparing(claimed -> claimed.delivery().id().value());

  private ClaimRows() {}

  /** Longest due first; what was deleted since the claim is left out. */
  static List<ClaimedDelivery> withTheirParts(DSLContext sql, List<Long> rows, Webhooks webhooks) {
    var complete = new ArrayList<ClaimedDelivery>(rows.size());
    sql.select()
        .from(DELIVERIES)
        .join(EVENTS)
        .on(EVENTS.ID.eq(DELIVERIES.EVENT_ID))
        .where(
            DSL.condition(
                "{0} IN (SELECT value FROM json_each({1}))",
                ROW, DSL.val(Json.array(rows.stream()))))
        .forEach(row -> {
          Delivery delivery = DeliveryRows.deliveryOf(row);
          Event event = EventRows.eventOf(row);
          webhooks
              .find(delivery.webhook())
              .ifPresent(webhook -> complete.add(new ClaimedDelivery(delivery, event, webhook)));
        });
    complete.sort(LONGEST_DUE_FIRST);
    return complete;
  }

  private static Instant scheduledAt(Delivery claimed) {
    return ((InFlight) claimed.state()).scheduledAt();
  }
}

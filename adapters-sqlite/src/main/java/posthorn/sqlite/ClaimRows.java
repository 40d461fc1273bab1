package posthorn.sqlite;

import static java.util.Comparator.comparing;
import static posthorn.sqlite.schema.Tables.DELIVERIES;
import static posthorn.sqlite.schema.Tables.EVENTS;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Fields;
import posthorn.application.port.ClaimedDelivery;
import posthorn.application.port.Webhooks;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.DeliveryState.InFlight;
import posthorn.domain.event.Event;

/** Claimed deliveries, joined with the events and webhooks they are of. */
final class ClaimRows {
  private static final List<Field<?>> COLUMNS =
      Stream.of(DELIVERIES, EVENTS).<Field<?>>flatMap(Fields::fieldStream).toList();

  private static final Comparator<ClaimedDelivery> LONGEST_DUE_FIRST =
      comparing((ClaimedDelivery claimed) -> scheduledAt(claimed.delivery()))
          .thenComparing(claimed -> claimed.delivery().id().value());

  private ClaimRows() {}

  /** Longest due first; what was deleted since the claim is left out. */
  static List<ClaimedDelivery> withTheirParts(DSLContext sql, List<Long> rows, Webhooks webhooks) {
    return sql.connectionResult(connection -> {
      try (PreparedStatement select = connection.prepareStatement(DueSql.CLAIMED)) {
        select.setString(1, Json.array(rows.stream()));
        return complete(select.executeQuery(), webhooks);
      }
    });
  }

  private static List<ClaimedDelivery> complete(ResultSet claimed, Webhooks webhooks)
      throws SQLException {
    var complete = new ArrayList<ClaimedDelivery>();
    var row = new ResultRow(claimed, COLUMNS);
    while (claimed.next()) {
      Delivery delivery = DeliveryRows.deliveryOf(row);
      Event event = EventRows.eventOf(row);
      webhooks
          .find(delivery.webhook())
          .ifPresent(webhook -> complete.add(new ClaimedDelivery(delivery, event, webhook)));
    }
    complete.sort(LONGEST_DUE_FIRST);
    return complete;
  }

  private static Instant scheduledAt(Delivery claimed) {
    return ((InFlight) claimed.state()).scheduledAt();
  }
}

package posthorn.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeliveryQuery;
import posthorn.application.port.DeliveryQuery.Details;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;

/**
 * The statements of a list. Each names the index to walk, from the newest id down, so that nothing
 * is sorted, whatever is asked for; what the index does not tell is looked at row by row.
 */
final class DeliveryListSql {
  /** Those that an index of their own is kept for. */
  private static final Set<String> IN_TROUBLE = Set.of("failed", "dead", "cancelled");

  private static final String IN_FLIGHT = "id IN (SELECT value FROM json_each(?))";

  /** A statement with what is bound to it. */
  record Statement(String text, List<Object> bindings) {
    Object[] bound() {
      return bindings.toArray();
    }
  }

  /** Conditions that all have to hold. */
  private static final class Conditions {
    private final List<String> texts = new ArrayList<>();
    private final List<Object> bindings = new ArrayList<>();

    Conditions and(String text, @Nullable Object value) {
      if (value != null) {
        texts.add(text);
        bindings.add(value);
      }
      return this;
    }

    boolean isEmpty() {
      return texts.isEmpty();
    }
  }

  private final DeliveryQuery query;
  private final String inFlight;
  private final String index;

  /** What the index finds. */
  private final Conditions walked = new Conditions();

  /** What has to be looked at. */
  private final Conditions lookedAt = new Conditions();

  /**
   * The statements for a query.
   *
   * @param inFlight those that workers have, though in the file they wait
   */
  DeliveryListSql(DeliveryQuery query, List<DeliveryId> inFlight) {
    this.query = query;
    this.inFlight = Json.array(inFlight.stream());
    this.index = choose();
    bound();
    look();
  }

  private String choose() {
    Details details = query.details();
    String tenant = query.tenant().value();
    if (details.event() != null) {
      walked.and("event_id = ?", details.event().value());
      lookedAt.and("tenant_id = ?", tenant);
      return "deliveries_by_event";
    }
    if (details.sessionId() != null) {
      walked.and("tenant_id = ?", tenant).and("session_id = ?", details.sessionId());
      return "deliveries_by_session";
    }
    if (query.status() != null && IN_TROUBLE.contains(query.status())) {
      // In the text: a partial index is not used for what is only known later.
      walked.and("status = '" + query.status() + "' AND tenant_id = ?", tenant);
      return "deliveries_in_trouble";
    }
    if (query.webhook() != null) {
      walked.and("webhook_id = ?", query.webhook().value());
      return "deliveries_by_webhook";
    }
    walked.and("tenant_id = ?", tenant);
    return "deliveries_by_tenant";
  }

  private void bound() {
    Details details = query.details();
    walked
        .and("id < ?", query.before() == null ? null : query.before().value())
        .and("id < ?", details.to() == null ? null : IdForm.first(DeliveryId.PREFIX, details.to()))
        .and(
            "id >= ?",
            details.from() == null ? null : IdForm.first(DeliveryId.PREFIX, details.from()));
  }

  private void look() {
    Details details = query.details();
    lookAtStatus();
    if (!index.equals("deliveries_by_webhook")) {
      lookedAt.and("webhook_id = ?", query.webhook() == null ? null : query.webhook().value());
    }
    lookAtType(details.eventType());
    if (!index.equals("deliveries_by_session")) {
      lookedAt.and("session_id = ?", details.sessionId());
    }
    lookedAt
        .and(
            "failure_category = ?",
            details.category() == null ? null : details.category().wireName())
        .and("instr(failure_message, ?) > 0", details.error());
  }

  private void lookAtStatus() {
    String status = query.status();
    if (status == null) {
      return;
    }
    switch (status) {
      case "in_flight" ->
          lookedAt.and(
              "(status = 'in_flight' OR completed_at IS NULL AND " + IN_FLIGHT + ")", inFlight);
      case "pending", "failed" ->
          lookedAt.and("status = '" + status + "' AND NOT " + IN_FLIGHT, inFlight);
      default -> {
        if (!index.equals("deliveries_in_trouble")) {
          lookedAt.and("status = ?", status);
        }
      }
    }
  }

  private void lookAtType(@Nullable EventTypePattern pattern) {
    if (pattern == null || pattern.value().equals("*")) {
      return;
    }
    if (pattern.value().endsWith("*")) {
      String prefix = pattern.value().substring(0, pattern.value().length() - 1);
      lookedAt.and("substr(event_type, 1, " + prefix.length() + ") = ?", prefix);
    } else {
      lookedAt.and("event_type = ?", pattern.value());
    }
  }

  /** Whether there may be many rows that the index finds and that do not match. */
  boolean looksAtRows() {
    return !lookedAt.isEmpty();
  }

  /** The last id of as many as the index finds; none if it finds fewer. */
  Statement floor(int rows) {
    return statement(
        "id", walked, new Conditions(), " ORDER BY id DESC LIMIT 1 OFFSET ?", rows - 1);
  }

  /** One more than the page has, if there is one; none below the floor. */
  Statement page(@Nullable String floor) {
    return statement(
        "*",
        walked,
        aboveFloor(floor),
        " ORDER BY id DESC LIMIT ? OFFSET ?",
        query.limit() + 1,
        query.offset());
  }

  /** How many there are, not below the floor. */
  Statement count(@Nullable String floor) {
    return statement("count(*)", walked, aboveFloor(floor), "");
  }

  private Conditions aboveFloor(@Nullable String floor) {
    var conditions = new Conditions().and("id >= ?", floor);
    conditions.texts.addAll(lookedAt.texts);
    conditions.bindings.addAll(lookedAt.bindings);
    return conditions;
  }

  private Statement statement(
      String selected, Conditions first, Conditions second, String end, Object... last) {
    String where =
        String.join(
            " AND ", Stream.of(first, second).flatMap(each -> each.texts.stream()).toList());
    return new Statement(
        "SELECT " + selected + " FROM deliveries INDEXED BY " + index + " WHERE " + where + end,
        Stream.of(first.bindings, second.bindings, List.of(last)).flatMap(List::stream).toList());
  }
}

package posthorn.sqlite;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;
import posthorn.sqlite.DeliveryListSql.Statement;

/**
 * The statements about dead letters. Lists walk them by their ids, so that nothing is sorted; what
 * is counted and grouped is read from an index that has it all.
 */
final class DeadLetterSql {
  private static final String BY_ID = "deliveries INDEXED BY deliveries_in_trouble";
  private static final String BY_GROUP = "deliveries INDEXED BY deliveries_dead";
  private static final String IS_REPLAYED = "coalesce(replayed_at >= completed_at, 0)";

  /** Text with its parameters, one after the other. */
  private final List<Object> bindings = new ArrayList<>();

  private final StringBuilder text = new StringBuilder();

  private DeadLetterSql(String selected, String table, TenantId tenant) {
    text.append("SELECT ").append(selected).append(" FROM ").append(table);
    // The state is in the text: a partial index is not used for what is only known later.
    text.append(" WHERE tenant_id = ? AND status = 'dead'");
    bindings.add(tenant.value());
  }

  /** Which ids to look at, besides what the filter says. */
  record Ids(@Nullable String after, @Nullable String upTo, @Nullable String before) {
    static final Ids ALL = new Ids(null, null, null);
  }

  /** Whether there may be many that do not match. */
  static boolean looksAtRows(DeadLetterFilter filter) {
    Details details = filter.details();
    return !filter.webhooks().isEmpty()
        || !filter.eventTypes().isEmpty()
        || !filter.categories().isEmpty()
        || !filter.reasons().isEmpty()
        || details.sessionId() != null
        || details.error() != null
        || details.replayed() != null;
  }

  /** One more than a page has, if there is one, newest first. */
  static Statement page(
      TenantId tenant,
      DeadLetterFilter filter,
      Ids ids,
      @Nullable String floor,
      int limit,
      int offset) {
    return new DeadLetterSql("*", BY_ID, tenant)
        .within(filter, ids)
        .and("id >= ?", floor)
        .matching(filter)
        .end(" ORDER BY id DESC LIMIT ? OFFSET ?", limit + 1, offset);
  }

  /** How many match down to the floor. */
  static Statement above(TenantId tenant, DeadLetterFilter filter, Ids ids, String floor) {
    return new DeadLetterSql("count(*)", BY_ID, tenant)
        .within(filter, ids)
        .and("id >= ?", floor)
        .matching(filter)
        .end("");
  }

  /** The last of so many ids, whether they match or not; none if there are fewer. */
  static Statement last(
      TenantId tenant, DeadLetterFilter filter, Ids ids, int rows, boolean newestFirst) {
    return new DeadLetterSql("id", BY_ID, tenant)
        .within(filter, ids)
        .end(" ORDER BY id" + (newestFirst ? " DESC" : "") + " LIMIT 1 OFFSET ?", rows - 1);
  }

  /** One more than the limit, if there is one, of those that have died by then; oldest first. */
  static Statement slice(
      TenantId tenant, DeadLetterFilter filter, Ids ids, Instant diedBy, int limit) {
    return new DeadLetterSql("*", BY_ID, tenant)
        .within(filter, ids)
        .and("completed_at <= ?", diedBy.toEpochMilli())
        .matching(filter)
        .end(" ORDER BY id LIMIT ?", limit + 1);
  }

  static Statement count(TenantId tenant, DeadLetterFilter filter, Instant diedBy) {
    return new DeadLetterSql("count(*)", BY_GROUP, tenant)
        .within(filter, Ids.ALL)
        .and("completed_at <= ?", diedBy.toEpochMilli())
        .matching(filter)
        .end("");
  }

  /** Columns: webhook, category, reason, count, how many are replayed, first, last, newest id. */
  static Statement summary(TenantId tenant, DeadLetterFilter filter, int mostGroups) {
    return new DeadLetterSql(
            "webhook_id, failure_category, dead_reason, count(*), sum("
                + IS_REPLAYED
                + "), min(completed_at), max(completed_at), max(id)",
            BY_GROUP,
            tenant)
        .within(filter, Ids.ALL)
        .matching(filter)
        .end(" GROUP BY webhook_id, failure_category, dead_reason LIMIT ?", mostGroups);
  }

  /** Parameter: ids as a JSON array. */
  static final String MESSAGES =
      "SELECT id, failure_message FROM deliveries WHERE id IN (SELECT value FROM json_each(?))";

  /** What the index of ids finds. */
  private DeadLetterSql within(DeadLetterFilter filter, Ids ids) {
    Instant from = filter.details().from();
    Instant to = filter.details().to();
    return and("id > ?", ids.after)
        .and("id <= ?", ids.upTo)
        .and("id < ?", ids.before)
        .and("id >= ?", from == null ? null : IdForm.first(DeliveryId.PREFIX, from))
        .and("id < ?", to == null ? null : IdForm.first(DeliveryId.PREFIX, to));
  }

  private DeadLetterSql matching(DeadLetterFilter filter) {
    Details details = filter.details();
    return among("webhook_id", filter.webhooks().stream().map(WebhookId::value))
        .among("failure_category", filter.categories().stream().map(FailureCategory::wireName))
        .among("dead_reason", filter.reasons().stream().map(DeadReason::wireName))
        .ofTypes(filter.eventTypes())
        .and("session_id = ?", details.sessionId())
        .and("instr(failure_message, ?) > 0", details.error())
        .and(
            IS_REPLAYED + " = ?",
            details.replayed() == null ? null : (Integer) (details.replayed() ? 1 : 0));
  }

  private DeadLetterSql among(String column, Stream<String> values) {
    Set<String> all = Set.copyOf(values.toList());
    return all.isEmpty()
        ? this
        : and(column + " IN (SELECT value FROM json_each(?))", Json.array(all.stream()));
  }

  private DeadLetterSql ofTypes(List<EventTypePattern> patterns) {
    if (patterns.isEmpty() || patterns.stream().anyMatch(each -> each.value().equals("*"))) {
      return this;
    }
    var each = new ArrayList<String>();
    for (EventTypePattern pattern : patterns) {
      String value = pattern.value();
      boolean isPrefix = value.endsWith("*");
      each.add(isPrefix ? "substr(event_type, 1, ?) = ?" : "event_type = ?");
      if (isPrefix) {
        bindings.add(value.length() - 1);
      }
      bindings.add(isPrefix ? value.substring(0, value.length() - 1) : value);
    }
    text.append(" AND (").append(String.join(" OR ", each)).append(')');
    return this;
  }

  private DeadLetterSql and(String condition, @Nullable Object value) {
    if (value != null) {
      text.append(" AND ").append(condition);
      bindings.add(value);
    }
    return this;
  }

  private Statement end(String end, Object... values) {
    bindings.addAll(List.of(values));
    return new Statement(text + end, List.copyOf(bindings));
  }
}

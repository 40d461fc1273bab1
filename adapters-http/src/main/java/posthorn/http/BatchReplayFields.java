package posthorn.http;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Webhooks;
import posthorn.domain.deadletter.BatchPlan;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.event.Priority;
import posthorn.domain.id.IdForm;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** Reads which dead letters are to be replayed, and how. */
final class BatchReplayFields {
  /** The filter's lists are the deepest. */
  static final int DEPTH = 3;

  private static final String FILTER = "filter";
  private static final String RATE = "requests_per_second";
  private static final String PERIOD = "every_seconds";
  private static final String INCLUDE = "include_replayed";
  private static final int MOST_ELEMENTS = 100;
  private static final int MAX_TEXT = 255;

  private final Webhooks webhooks;

  BatchReplayFields(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  /** The plan, unless something is wrong with it, which ends the request. */
  BatchPlan planOf(RequestFields fields, TenantId tenant, Instant now) {
    Optional<RequestFields> inner = fields.object(FILTER);
    boolean includesReplayed = inner.flatMap(filter -> filter.flag(INCLUDE)).orElse(false);
    // What was replayed once is left out: its replay carries on in its place.
    Boolean replayed = includesReplayed ? null : Boolean.FALSE;
    DeadLetterFilter filter =
        inner.map(each -> filterOf(each, tenant, replayed)).orElseGet(() -> filterOfAll(replayed));
    int rate = rateOf(fields);
    Optional<Priority> priority = fields.named("priority", Priority::named, Priority::names);
    Instant startAt = fields.time("start_at").filter(now::isBefore).orElse(now);
    Duration every = everyOf(fields);
    if (every != null && includesReplayed) {
      fields.reject("schedule", "cannot be given along with filter." + INCLUDE);
    }
    fields.check();
    return new BatchPlan(filter, rate, priority.orElse(null), startAt, every);
  }

  private static DeadLetterFilter filterOfAll(@Nullable Boolean replayed) {
    return new DeadLetterFilter(
        Set.of(), List.of(), Set.of(), Set.of(), new Details(null, null, null, null, replayed));
  }

  private DeadLetterFilter filterOf(
      RequestFields filter, TenantId tenant, @Nullable Boolean replayed) {
    Instant from = filter.time("from").orElse(null);
    Instant to = filter.time("to").orElse(null);
    if (from != null && to != null && !from.isBefore(to)) {
      filter.reject("from", "must be before to");
    }
    return new DeadLetterFilter(
        Set.copyOf(each(filter, "webhook_ids", text -> webhookOf(text, tenant), "no webhook")),
        each(
            filter,
            "event_types",
            text -> Optional.of(text).filter(EventTypePattern::isValid).map(EventTypePattern::new),
            "no event type or pattern"),
        Set.copyOf(each(filter, "failure_categories", FailureCategory::named, "no category")),
        Set.copyOf(each(filter, "dead_reasons", DeadLetterRoutes::reasonNamed, "no reason")),
        new Details(
            filter.text("session_id", MAX_TEXT).orElse(null),
            filter.text("error", MAX_TEXT).orElse(null),
            from,
            to,
            replayed));
  }

  /** Another tenant's is as little there as one that nobody has. */
  private Optional<WebhookId> webhookOf(String text, TenantId tenant) {
    return Optional.of(text)
        .filter(id -> IdForm.matches(WebhookId.PREFIX, id))
        .map(WebhookId::new)
        .filter(id -> webhooks.find(tenant, id).isPresent());
  }

  /** What the elements name. An empty list is refused: it could mean all or none. */
  private static <T> List<T> each(
      RequestFields fields, String name, Function<String, Optional<T>> named, String wrong) {
    var all = new ArrayList<T>();
    for (RawValue element : fields.elements(name, 1, MOST_ELEMENTS)) {
      Optional<String> text = fields.textOf(name, element, MAX_TEXT);
      Optional<T> value = text.flatMap(named);
      if (text.isPresent() && value.isEmpty()) {
        fields.reject(name, "'" + text.get() + "' names " + wrong);
      }
      value.ifPresent(all::add);
    }
    return all;
  }

  private static int rateOf(RequestFields fields) {
    Optional<RequestFields> inner = fields.object("rate_limit");
    Optional<Long> rate = inner.flatMap(limit -> limit.number(RATE));
    if (rate.isPresent() && (rate.get() < 1 || rate.get() > BatchPlan.MAX_RATE)) {
      inner.orElseThrow().reject(RATE, "must be between 1 and " + BatchPlan.MAX_RATE);
      return BatchPlan.DEFAULT_RATE;
    }
    return rate.map(Math::toIntExact).orElse(BatchPlan.DEFAULT_RATE);
  }

  private static @Nullable Duration everyOf(RequestFields fields) {
    RequestFields schedule = fields.object("schedule").orElse(null);
    if (schedule == null) {
      return null;
    }
    schedule.require(PERIOD);
    Optional<Long> seconds = schedule.number(PERIOD);
    long least = BatchPlan.SHORTEST_PERIOD.toSeconds();
    long most = BatchPlan.LONGEST_PERIOD.toSeconds();
    if (seconds.isPresent() && (seconds.get() < least || seconds.get() > most)) {
      schedule.reject(PERIOD, "must be between " + least + " and " + most);
      return null;
    }
    return seconds.map(Duration::ofSeconds).orElse(null);
  }
}

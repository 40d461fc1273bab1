package posthorn.http;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static posthorn.domain.access.Permission.READ;
import static posthorn.http.RouteText.answering;
import static posthorn.http.RouteText.listing;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.DeadLetters;
import posthorn.application.port.DeadLetters.Query;
import posthorn.application.port.Page;
import posthorn.application.port.Webhooks;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.deadletter.DeadLetterFilter.Details;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.webhook.WebhookId;

/** {@code GET /v1/dlq} and {@code /v1/dlq/summary}: the dead letters, one by one and in groups. */
final class DeadLetterRoutes implements Routes {
  static final String PATH = "/v1/dlq";

  /** More are in no one's interest; the summary says if there are. */
  private static final int MOST_GROUPS = 500;

  private static final Map<String, String> CATEGORIES =
      words(Stream.of(FailureCategory.values()).map(FailureCategory::wireName));
  private static final Map<String, String> REASONS =
      words(Stream.of(DeadReason.values()).map(DeadReason::wireName));
  private static final Parameter REASON =
      Parameter.words("dead_reason", "Those given up for this reason", REASONS.keySet());
  private static final Parameter REPLAYED =
      Parameter.flag(
          "replayed", "Those that were replayed since they died, or those that were not");

  private final DeadLetters letters;
  private final Webhooks webhooks;

  DeadLetterRoutes(DeadLetters letters, Webhooks webhooks) {
    this.webhooks = webhooks;
    this.letters = letters;
  }

  private static Map<String, String> words(Stream<String> words) {
    return words.collect(toMap(identity(), identity()));
  }

  @Override
  public void addTo(Api api) {
    api.get(PATH, READ, this::list)
        .takes("limit", "cursor", "offset", "webhook", "event_type", "failure_category")
        .takes(REASON, REPLAYED)
        .takes("session_id", "error", "from", "to")
        .as(listing("Lists the dead letters, newest first", DeadLetterView.class));
    api.get(PATH + "/summary", READ, this::summary)
        .takes("webhook", "event_type", "failure_category")
        .takes(REASON, REPLAYED)
        .takes("from", "to")
        .as(
            answering(
                "Counts the dead letters by webhook, failure and reason",
                200,
                DeadLetterSummaryView.class));
  }

  private void list(Context context) {
    var parameters = new QueryParameters(context);
    int limit = parameters.limit();
    DeadLetterFilter filter =
        filterOf(
            parameters,
            parameters.text("session_id").orElse(null),
            parameters.text("error").orElse(null));
    ListCursor<DeliveryId> cursor = ListCursor.of(parameters, DeliveryId.PREFIX, DeliveryId::new);
    parameters.check();
    Page<DeadLetter, DeliveryId> page =
        letters.page(
            new Query(Access.tenantOf(context), filter, cursor.before(), limit, cursor.offset()));
    UrlSight sight = UrlSight.of(context, webhooks);
    context.json(
        new PageView<>(
            page.items().stream().map(each -> DeadLetterView.of(each, sight)).toList(),
            ListCursor.after(page, DeliveryId::value)));
  }

  private void summary(Context context) {
    var parameters = new QueryParameters(context);
    DeadLetterFilter filter = filterOf(parameters, null, null);
    parameters.check();
    context.json(
        DeadLetterSummaryView.of(
            letters.summary(Access.tenantOf(context), filter, MOST_GROUPS),
            UrlSight.of(context, webhooks)));
  }

  private static DeadLetterFilter filterOf(
      QueryParameters parameters, @Nullable String sessionId, @Nullable String error) {
    Instant from = parameters.time("from").orElse(null);
    Instant to = parameters.time("to").orElse(null);
    if (from != null && to != null) {
      parameters.requireOrder("from", from, "to", to);
    }
    return new DeadLetterFilter(
        asSet(parameters.id("webhook", WebhookId.PREFIX, WebhookId::new)),
        parameters
            .valid("event_type", EventTypePattern::isValid, EventTypePattern.RULE)
            .map(EventTypePattern::new)
            .map(List::of)
            .orElse(List.of()),
        asSet(parameters.oneOf("failure_category", CATEGORIES).flatMap(FailureCategory::named)),
        asSet(parameters.oneOf(REASON.name(), REASONS).flatMap(DeadLetterRoutes::reasonNamed)),
        new Details(sessionId, error, from, to, parameters.flag(REPLAYED.name()).orElse(null)));
  }

  static Optional<DeadReason> reasonNamed(String name) {
    return Stream.of(DeadReason.values())
        .filter(reason -> reason.wireName().equals(name))
        .findFirst();
  }

  private static <T> Set<T> asSet(Optional<T> one) {
    return one.map(Set::of).orElse(Set.of());
  }
}

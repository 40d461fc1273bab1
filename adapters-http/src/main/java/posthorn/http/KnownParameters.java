package posthorn.http;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import posthorn.domain.access.ApiKeyId;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventType;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * What the parameters are that routes name; the same name is the same thing everywhere. A route
 * with one that is its own describes it itself.
 */
final class KnownParameters {
  /** Longer than any cursor is. */
  private static final int MAX_CURSOR = 200;

  /** The tenant that a request is about. */
  static final Parameter TENANT =
      Parameter.text(
          Access.TENANT,
          "The tenant that is meant; another than the key's own only for operators",
          TenantId.MAX_LENGTH,
          TenantId.DEFAULT.value());

  private static final Map<String, Parameter> QUERY =
      byName(
          Parameter.number(
              "limit",
              "How many at most",
              1,
              QueryParameters.MAX_LIMIT,
              QueryParameters.DEFAULT_LIMIT),
          Parameter.text(
              "cursor",
              "Where the page begins: the next_cursor of the one before",
              MAX_CURSOR,
              null),
          Parameter.number(
              "offset",
              "How many to pass over; a cursor goes further and stays right while rows arrive",
              0,
              QueryParameters.MAX_OFFSET,
              0),
          Parameter.time("from", "From this time on; a date is its beginning, in UTC"),
          Parameter.time("to", "Before this time; a date is its beginning, in UTC"),
          Parameter.words(
              "status",
              "Those in this state; success is delivered, dead_letter is dead",
              DeliveryView.STATUSES.keySet()),
          Parameter.id("event", "Those of this event", EventId.PREFIX),
          Parameter.id("webhook", "Those of this webhook", WebhookId.PREFIX),
          Parameter.id("webhook_id", "Those of this webhook", WebhookId.PREFIX),
          Parameter.id("source_id", "Those of this source of webhooks", SourceId.PREFIX),
          Parameter.id("key_id", "What was done with this key", ApiKeyId.PREFIX),
          Parameter.text(
              "event_type",
              "Those of this type; order.* are all whose type begins so",
              EventType.MAX_LENGTH,
              "order.*"),
          text("session_id", "Those of this session"),
          text("source", "Those of this source"),
          text("idempotency_key", "The one that was published with this key"),
          text("error", "Those whose last error has this text in it"),
          Parameter.words(
              "failure_category",
              "Those whose last failure was of this kind",
              Stream.of(FailureCategory.values()).map(FailureCategory::wireName).toList()),
          Parameter.flag("active", "Those that are active or paused, or those that are not"));

  private static final Map<String, Parameter> PATH =
      byName(
          new Parameter("id", "The id of what it is about", Map.of("type", "string"), null),
          new Parameter("delivery_id", "The delivery's id", Map.of("type", "string"), null),
          new Parameter("webhook_id", "The webhook's id", Map.of("type", "string"), null),
          new Parameter("source_id", "The source's id", Map.of("type", "string"), null),
          new Parameter("name", "The name of what it is about", Map.of("type", "string"), null),
          new Parameter("file", "The file's name", Map.of("type", "string"), null));

  private KnownParameters() {}

  static Parameter inQuery(String name) {
    return QUERY.getOrDefault(name, Parameter.undescribed(name));
  }

  static Parameter inPath(String name) {
    return PATH.getOrDefault(name, Parameter.undescribed(name));
  }

  private static Parameter text(String name, String description) {
    return Parameter.text(name, description, QueryParameters.MAX_TEXT, "any");
  }

  private static Map<String, Parameter> byName(Parameter... parameters) {
    return List.of(parameters).stream().collect(toUnmodifiableMap(Parameter::name, identity()));
  }
}

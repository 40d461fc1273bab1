package posthorn.http;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Sources;
import posthorn.domain.event.EventType;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/**
 * Reads a route, of one that is new or of one that is changed. Its source is named by id, or by
 * name where only one is called so.
 */
final class InboundRouteFields {
  static final String SOURCE_ID = "source_id";

  private static final String SOURCE = "source";
  private static final String EVENT_TYPE = "event_type";
  private static final String INTENT = "intent";
  private static final String TARGET = "target";
  private static final String UNKNOWN = "names no source that is there";

  private final Sources sources;

  InboundRouteFields(Sources sources) {
    this.sources = sources;
  }

  /** The rule, unless something is wrong, which ends the request. */
  Route.Rule ruleOf(RequestFields fields, TenantId tenant, @Nullable Route seen) {
    Optional<SourceId> source =
        seen == null || fields.mentions(SOURCE_ID) || fields.mentions(SOURCE)
            ? sourceOf(fields, tenant)
            : Optional.of(seen.source());
    Optional<EventTypePattern> pattern =
        seen == null || fields.mentions(EVENT_TYPE)
            ? patternOf(fields)
            : Optional.of(seen.eventType());
    Optional<EventType> intent =
        seen == null || fields.mentions(INTENT) ? intentOf(fields) : Optional.of(seen.intent());
    Optional<String> target =
        seen == null || fields.mentions(TARGET) ? targetOf(fields) : Optional.of(seen.target());
    fields.check();
    return new Route.Rule(
        source.orElseThrow(), pattern.orElseThrow(), intent.orElseThrow(), target.orElseThrow());
  }

  static void refuseSource(RequestFields fields) {
    fields.reject(SOURCE_ID, UNKNOWN);
    fields.check();
  }

  private Optional<SourceId> sourceOf(RequestFields fields, TenantId tenant) {
    if (fields.has(SOURCE_ID) && fields.has(SOURCE)) {
      fields.reject(SOURCE, "must be left out beside " + SOURCE_ID);
      return Optional.empty();
    }
    return fields.has(SOURCE) ? named(fields, tenant) : identified(fields, tenant);
  }

  private Optional<SourceId> identified(RequestFields fields, TenantId tenant) {
    fields.require(SOURCE_ID);
    Optional<String> text =
        fields.text(
            SOURCE_ID,
            id -> IdForm.matches(SourceId.PREFIX, id),
            "must be an id that begins with " + SourceId.PREFIX);
    Optional<SourceId> id = text.map(SourceId::new);
    if (id.isPresent() && sources.find(tenant, id.get()).isEmpty()) {
      fields.reject(SOURCE_ID, UNKNOWN);
    }
    return id;
  }

  private Optional<SourceId> named(RequestFields fields, TenantId tenant) {
    Optional<String> name = fields.text(SOURCE, Source::isValidName, Source.NAME_RULE);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    List<Source> found =
        sources.of(tenant).stream().filter(source -> source.name().equals(name.get())).toList();
    if (found.isEmpty()) {
      fields.reject(SOURCE, UNKNOWN);
    }
    if (found.size() > 1) {
      fields.reject(SOURCE, "is the name of several sources; say which with " + SOURCE_ID);
    }
    return found.stream().map(Source::id).findFirst();
  }

  private static Optional<EventTypePattern> patternOf(RequestFields fields) {
    fields.require(EVENT_TYPE);
    return fields
        .text(EVENT_TYPE, EventTypePattern::isValid, EventTypePattern.RULE)
        .map(EventTypePattern::new);
  }

  private static Optional<EventType> intentOf(RequestFields fields) {
    fields.require(INTENT);
    return fields.text(INTENT, EventType::isValid, EventType.RULE).map(EventType::new);
  }

  private static Optional<String> targetOf(RequestFields fields) {
    fields.require(TARGET);
    return fields.text(TARGET, Route::isValidTarget, Route.TARGET_RULE);
  }
}

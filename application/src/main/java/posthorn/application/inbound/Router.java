package posthorn.application.inbound;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.InboundRoutes;
import posthorn.application.publish.Admission;
import posthorn.application.publish.Drafts;
import posthorn.application.publish.Drafts.Draft;
import posthorn.application.publish.PublishEvent;
import posthorn.application.publish.PublishEvent.Result.RateLimited;
import posthorn.application.publish.PublishEvent.Result.Refused;
import posthorn.application.publish.PublishEvent.Result.StorageExceeded;
import posthorn.application.publish.PublishEvent.Result.Violation;
import posthorn.domain.event.EventType;
import posthorn.domain.event.JsonBytes;
import posthorn.domain.event.Priority;
import posthorn.domain.inbound.Route;
import posthorn.domain.inbound.Routing;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Routing.Unrouted;
import posthorn.domain.inbound.Source;
import posthorn.domain.inbound.UnroutedReason;
import posthorn.domain.tenant.TenantId;

/** Finds what a message becomes: the event that its route makes of it, or none. */
public final class Router {
  private final InboundRoutes routes;
  private final Admission admission;
  private final Drafts drafts;

  public Router(InboundRoutes routes, Admission admission, Drafts drafts) {
    this.routes = routes;
    this.admission = admission;
    this.drafts = drafts;
  }

  /**
   * What a message becomes, once that is written; {@link #written} and {@link #dropped} end it.
   *
   * @param draft of the event; null where there is none
   */
  record Course(Routing routing, @Nullable Draft draft) {
    @Nullable Publication publication() {
      return draft == null ? null : draft.publication();
    }

    static Course nowhere(UnroutedReason reason) {
      return new Course(new Unrouted(reason), null);
    }
  }

  /** Whether the tenant may store no more messages, and by which quota. */
  Optional<StorageExceeded> roomRefusal(TenantId tenant, Instant now) {
    return admission.roomRefusal(tenant, now);
  }

  /**
   * Where it leads.
   *
   * @param hops how often what it is about has come in before
   */
  Course courseOf(Source source, @Nullable EventType type, JsonBytes data, int hops, Instant now) {
    if (type == null) {
      return Course.nowhere(UnroutedReason.NO_EVENT_TYPE);
    }
    Optional<Route> match = routes.of(source.id()).match(source.id(), type);
    if (match.isEmpty()) {
      return Course.nowhere(UnroutedReason.NO_ROUTE);
    }
    Route route = match.get();
    Optional<Refused> refusal =
        admission.request().refusalOf(source.tenant(), route.intent(), data, now);
    if (refusal.isPresent()) {
      return Course.nowhere(reasonOf(refusal.get()));
    }
    Draft draft = drafts.draft(commandOf(source, route, data), hops + 1, now);
    return new Course(new Routed(route.id(), draft.publication().event().id()), draft);
  }

  private static UnroutedReason reasonOf(Refused refusal) {
    return switch (refusal) {
      case Violation _ -> UnroutedReason.SCHEMA_VIOLATION;
      case RateLimited _ -> UnroutedReason.RATE_LIMITED;
      case StorageExceeded _ -> UnroutedReason.QUOTA_EXCEEDED;
    };
  }

  private static PublishEvent.Command commandOf(Source source, Route route, JsonBytes data) {
    return new PublishEvent.Command(
        source.tenant(),
        route.intent(),
        data,
        null,
        null,
        source.name(),
        route.target(),
        Priority.NORMAL,
        null,
        null);
  }

  void written(Course course, long sequence) {
    if (course.draft() != null) {
      drafts.committed(course.draft(), sequence);
    }
  }

  void dropped(Course course) {
    if (course.draft() != null) {
      drafts.withdrawn(course.draft());
    }
  }
}

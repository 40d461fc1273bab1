package posthorn.application.inbound;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.Sources;
import posthorn.domain.event.EventType;
import posthorn.domain.filter.JsonReader;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.InboundMessage;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.Routing;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.inbound.Source;
import posthorn.domain.tenant.TenantId;

/** Routes a kept message anew, by what its source and its routes are now. */
public final class RerouteMessage {
  private final Sources sources;
  private final InboundMessages messages;
  private final Router router;

  public RerouteMessage(Sources sources, InboundMessages messages, Router router) {
    this.sources = sources;
    this.messages = messages;
    this.router = router;
  }

  /** What became of it. */
  public sealed interface Result {
    /** What it leads to now; where that is nothing, an event that it became before stays. */
    record Rerouted(InboundId id, Routing routing) implements Result {}

    /** Its source was removed, and its routes with it. */
    record SourceGone() implements Result {}

    /** Somebody else routed it meanwhile. */
    record Outdated() implements Result {}

    record NotFound() implements Result {}
  }

  public Result reroute(TenantId tenant, InboundId id, Instant now) {
    return messages
        .find(tenant, id)
        .map(message -> reroute(message, now))
        .orElseGet(Result.NotFound::new);
  }

  Result reroute(ReceivedMessage seen, Instant now) {
    Optional<Source> found = sources.find(seen.tenant(), seen.source());
    if (found.isEmpty()) {
      return new Result.SourceGone();
    }
    Source source = found.get();
    // A hidden value is none: the source may look at that header only since the message came.
    var message =
        new InboundMessage(
            InboundRequest.knownOf(seen.origin().headers()), JsonReader.read(seen.data()));
    @Nullable EventType type = source.settings().typeOf(message).orElse(null);
    Router.Course course = router.courseOf(source, type, seen.data(), message.hops(), now);
    boolean stays = seen.routing() instanceof Routed && course.draft() == null;
    boolean written = stays || write(seen, seen.rerouted(type, course.routing()), course);
    return written ? new Result.Rerouted(seen.id(), course.routing()) : new Result.Outdated();
  }

  private boolean write(ReceivedMessage seen, ReceivedMessage changed, Router.Course course) {
    OptionalLong written = OptionalLong.empty();
    try {
      written = messages.rerouteIfUnchanged(seen, changed, course.publication());
    } finally {
      if (written.isEmpty()) {
        router.dropped(course);
      }
    }
    written.ifPresent(sequence -> router.written(course, sequence));
    return written.isPresent();
  }
}

package posthorn.application.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events.Publication;
import posthorn.application.port.InboundMessages;
import posthorn.application.port.InboundQuery;
import posthorn.application.port.Page;
import posthorn.domain.event.Event;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.inbound.ReceivedMessage.Repeats;
import posthorn.domain.inbound.Routing.Routed;
import posthorn.domain.tenant.TenantId;

/** {@link InboundMessages} in memory, under the lock of the deliveries. */
final class InMemoryInboundMessages implements InboundMessages {
  final NavigableMap<String, ReceivedMessage> byId = new TreeMap<>();
  private final InMemoryDeliveries deliveries;

  InMemoryInboundMessages(InMemoryDeliveries deliveries) {
    this.deliveries = deliveries;
  }

  @Override
  public Acceptance accept(ReceivedMessage message, @Nullable Publication publication) {
    synchronized (deliveries) {
      Optional<ReceivedMessage> first =
          byId.values().stream().filter(other -> isSame(other, message)).findFirst();
      if (first.isPresent()) {
        keep(repeated(first.get(), message));
        return new Acceptance.SeenBefore(first.get().id());
      }
      keep(message);
      return new Acceptance.Accepted(publish(publication));
    }
  }

  private static boolean isSame(ReceivedMessage one, ReceivedMessage other) {
    return one.messageId() != null
        && one.messageId().equals(other.messageId())
        && one.source().equals(other.source());
  }

  private static ReceivedMessage repeated(ReceivedMessage first, ReceivedMessage again) {
    var repeats = new Repeats(first.repeats().count() + 1, again.origin().receivedAt());
    return new ReceivedMessage(
        first.id(),
        first.tenant(),
        first.source(),
        first.messageId(),
        first.type(),
        first.origin(),
        first.data(),
        first.routing(),
        repeats);
  }

  @Override
  public OptionalLong rerouteIfUnchanged(
      ReceivedMessage seen, ReceivedMessage changed, @Nullable Publication publication) {
    synchronized (deliveries) {
      ReceivedMessage present = byId.get(seen.id().value());
      if (present == null || !present.routing().equals(seen.routing())) {
        return OptionalLong.empty();
      }
      keep(present.rerouted(changed.type(), changed.routing()));
      return OptionalLong.of(publish(publication));
    }
  }

  private void keep(ReceivedMessage message) {
    byId.put(message.id().value(), message);
  }

  private long publish(@Nullable Publication publication) {
    return publication == null
        ? Event.UNNUMBERED
        : deliveries.add(publication.event(), publication.deliveries());
  }

  @Override
  public Optional<ReceivedMessage> find(TenantId tenant, InboundId id) {
    synchronized (deliveries) {
      return Optional.ofNullable(byId.get(id.value()))
          .filter(message -> message.tenant().equals(tenant));
    }
  }

  @Override
  public Page<ReceivedMessage, InboundId> page(InboundQuery query) {
    synchronized (deliveries) {
      List<ReceivedMessage> found =
          byId.descendingMap().values().stream()
              .filter(message -> matches(message, query))
              .limit(query.limit() + 1L)
              .map(message -> query.withData() ? message : message.withoutData())
              .toList();
      return Page.of(found, query.limit(), ReceivedMessage::id);
    }
  }

  private static boolean matches(ReceivedMessage message, InboundQuery query) {
    InboundQuery.Where where = query.where();
    String id = message.id().value();
    String first = where.firstId();
    String end = where.endId();
    return message.tenant().equals(query.tenant())
        && (query.before() == null || id.compareTo(query.before().value()) < 0)
        && (first == null || id.compareTo(first) >= 0)
        && (end == null || id.compareTo(end) < 0)
        && (where.source() == null || where.source().equals(message.source()))
        && (where.routed() == null || where.routed() == message.routing() instanceof Routed)
        && (where.type() == null
            || (message.type() != null && where.type().matches(message.type())))
        && (where.messageId() == null || where.messageId().equals(message.messageId()))
        && (where.text() == null || has(message, where.text()));
  }

  private static boolean has(ReceivedMessage message, String text) {
    return new String(message.data().bytes(), UTF_8).contains(text)
        || (message.messageId() != null && message.messageId().contains(text));
  }
}

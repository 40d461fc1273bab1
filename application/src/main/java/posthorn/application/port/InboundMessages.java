package posthorn.application.port;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.Events.Publication;
import posthorn.domain.event.Event;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.ReceivedMessage;
import posthorn.domain.tenant.TenantId;

/** What sources have sent. */
public interface InboundMessages {

  /** What became of a message that came in. */
  sealed interface Acceptance {
    /**
     * It is durable, with the event that it became.
     *
     * @param sequence that event's number; {@link Event#UNNUMBERED} where it became none
     */
    record Accepted(long sequence) implements Acceptance {}

    /** It is the same as that one, where it was counted; nothing else was written. */
    record SeenBefore(InboundId first) implements Acceptance {}
  }

  /**
   * Writes the message together with its event, unless one of the same source with the same message
   * id is there.
   *
   * @param publication null for a message that became no event
   * @throws StoreBusyException if too much is waiting to be written already
   */
  Acceptance accept(ReceivedMessage message, @Nullable Publication publication);

  /**
   * Writes what has become of a message, together with its event, unless it is no longer routed as
   * it was seen.
   *
   * @return the number of its event, {@link Event#UNNUMBERED} where it became none; empty if
   *     nothing was written
   * @throws StoreBusyException if it became an event, and too much is waiting to be written already
   */
  OptionalLong rerouteIfUnchanged(
      ReceivedMessage seen, ReceivedMessage changed, @Nullable Publication publication);

  Optional<ReceivedMessage> find(TenantId tenant, InboundId id);

  /** A page of those that match, newest first. */
  Page<ReceivedMessage, InboundId> page(InboundQuery query);
}

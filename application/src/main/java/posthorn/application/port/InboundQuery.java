package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.inbound.InboundId;
import posthorn.domain.inbound.SourceId;
import posthorn.domain.tenant.TenantId;

/**
 * Which received messages to list, newest first.
 *
 * @param before only those older than this one: where the page before ended
 * @param withData whether they come with their data; else it is no bytes at all
 */
public record InboundQuery(
    TenantId tenant, Where where, @Nullable InboundId before, int limit, boolean withData) {

  /**
   * What is asked of a message; null where anything will do.
   *
   * @param routed whether it became an event
   * @param text something that stands in its data, or in its message id
   * @param from received at this time or later, as its id has it
   * @param to received earlier than this, as its id has it
   */
  public record Where(
      @Nullable SourceId source,
      @Nullable Boolean routed,
      @Nullable EventTypePattern type,
      @Nullable String messageId,
      @Nullable String text,
      @Nullable Instant from,
      @Nullable Instant to) {

    public static final Where ANY = new Where(null, null, null, null, null, null, null);

    /** The least id that a message may have; ids sort by time. */
    public @Nullable String firstId() {
      return from == null ? null : IdForm.first(InboundId.PREFIX, from);
    }

    /** The least id that is too young. */
    public @Nullable String endId() {
      return to == null ? null : IdForm.first(InboundId.PREFIX, to);
    }
  }
}

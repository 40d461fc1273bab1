package posthorn.application.port;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import posthorn.domain.event.EventId;
import posthorn.domain.event.EventTypePattern;
import posthorn.domain.id.IdForm;
import posthorn.domain.tenant.TenantId;

/**
 * Which events to list, newest first.
 *
 * @param where what they have in common, besides their tenant
 * @param before only those older than this one: where the page before ended
 * @param offset how many of those that match to leave out first
 * @param withData whether they come with their data; else it is no bytes at all
 */
public record EventQuery(
    TenantId tenant,
    Where where,
    @Nullable EventId before,
    int offset,
    int limit,
    boolean withData) {

  /**
   * What is asked of an event; null where anything will do.
   *
   * @param from accepted at this time or later, as its id has it
   * @param to accepted earlier than this, as its id has it
   */
  public record Where(
      @Nullable EventTypePattern type,
      @Nullable String sessionId,
      @Nullable String source,
      @Nullable String idempotencyKey,
      @Nullable Instant from,
      @Nullable Instant to) {

    public static final Where ANY = new Where(null, null, null, null, null, null);

    /** The least id that an event may have; ids sort by time. */
    public @Nullable String firstId() {
      return idAt(from);
    }

    /** The least id that is too young. */
    public @Nullable String endId() {
      return idAt(to);
    }

    private static @Nullable String idAt(@Nullable Instant time) {
      if (time == null) {
        return null;
      }
      return IdForm.of(EventId.PREFIX, time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time, 0, 0);
    }
  }
}

package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.ArchiveEntry.PastAttempt;
import posthorn.application.port.ArchiveEntry.PastChange;
import posthorn.application.port.ArchiveEntry.PastDelivery;
import posthorn.application.port.ArchiveEntry.PastEvent;
import posthorn.application.port.ArchiveEntry.PastMessage;
import posthorn.domain.tenant.TenantId;

/** What the store keeps of things that are over, so that it can be removed when it is old. */
public interface History {

  /** All that is old of one kind. */
  interface Old<T extends ArchiveEntry> {

    /**
     * Some of it: of a tenant the oldest first, then of the next one.
     *
     * @param after where the page before ended; null for the first page
     */
    Page<T> page(@Nullable String after, int limit);

    /**
     * Removes those of these that are still old: what a person has started anew in the meantime
     * stays.
     *
     * @return how many were removed
     */
    int removeIfStillOld(List<T> entries);
  }

  /**
   * A page, which may have few entries, or none, though others follow.
   *
   * @param next where it ends; null if it is the last one
   */
  record Page<T extends ArchiveEntry>(List<T> entries, @Nullable String next) {}

  /**
   * The time that what is of a tenant is old before. It is asked also for tenants that are gone, of
   * whom something is left.
   */
  interface Before {
    Instant of(TenantId tenant);
  }

  /** Deliveries that were delivered or cancelled before that time. */
  Old<PastDelivery> deliveries(Before before);

  /** Deliveries that died before that time. */
  Old<PastDelivery> deadLetters(Before before);

  /** Attempts that started before that time, of deliveries that have ended. */
  Old<PastAttempt> attempts(Before before);

  /** Events that were accepted before that time and have no delivery any more. */
  Old<PastEvent> events(Before before);

  /** Messages of sources that were received before that time. */
  Old<PastMessage> messages(Before before);

  /** Entries of the audit log about changes that were made before that time. */
  Old<PastChange> changes(Instant before);

  /** Forgets idempotency keys that were accepted before that time; how many. */
  int removeKeys(Instant before, int limit);

  /**
   * Sums the minutes of statistics up by the hour, of hours that ended at that time or before.
   *
   * @param limit how many hours at most, each of one webhook
   * @return how many hours; fewer than the limit if none is left
   */
  int rollUpStatistics(Instant before, int limit);

  /** Forgets the statistics of minutes and hours that began before that time; how many. */
  int removeStatistics(Before before, int limit);

  /** Gives a little of the space of what was removed back; whether there is more to give. */
  boolean reclaimSpace();

  /**
   * Removes deliveries, and the attempts of each, whose webhook was removed.
   *
   * @param limit how many at most, as all of it is one transaction
   * @return how many; fewer than the limit if none is left
   */
  int removeOrphans(int limit);
}

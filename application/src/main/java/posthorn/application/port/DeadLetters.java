package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import posthorn.domain.deadletter.BatchRun;
import posthorn.domain.deadletter.DeadLetter;
import posthorn.domain.deadletter.DeadLetterFilter;
import posthorn.domain.delivery.DeliveryId;
import posthorn.domain.retry.DeadReason;
import posthorn.domain.retry.FailureCategory;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** The deliveries that were given up, to be looked at and gone through. */
public interface DeadLetters {

  /**
   * Which to list, newest first.
   *
   * @param before only those older than this one: where the page before ended
   * @param offset how many to pass over first
   */
  record Query(
      TenantId tenant,
      DeadLetterFilter filter,
      @Nullable DeliveryId before,
      int limit,
      int offset) {}

  /**
   * Those of one webhook that failed alike and were given up for the same reason.
   *
   * @param category null for those that were never tried
   * @param replayed how many of them were replayed since they died
   * @param firstAt when the first of them died
   * @param sample the newest of them
   * @param sampleError why its last attempt failed
   */
  record Group(
      WebhookId webhook,
      @Nullable FailureCategory category,
      DeadReason reason,
      int count,
      int replayed,
      Instant firstAt,
      Instant lastAt,
      DeliveryId sample,
      @Nullable String sampleError) {}

  /**
   * The groups, those with the most first.
   *
   * @param truncated whether there are more groups than were asked for
   */
  record Summary(List<Group> groups, boolean truncated) {}

  /**
   * Some of those that a run goes through, oldest first. There may be few, or none, though more
   * follow: whoever finds little stops looking after a while.
   *
   * @param reached up to where was looked; null if there was nothing to look at
   * @param last whether nothing follows
   */
  record Slice(List<DeadLetter> letters, @Nullable DeliveryId reached, boolean last) {}

  /** A page of those that match. */
  Page<DeadLetter, DeliveryId> page(Query query);

  Summary summary(TenantId tenant, DeadLetterFilter filter, int limit);

  /** How many match that have died by that time. */
  int count(TenantId tenant, DeadLetterFilter filter, Instant diedBy);

  /**
   * The next that match, of those that were dead when the run started, after what it has reached.
   */
  Slice next(TenantId tenant, DeadLetterFilter filter, BatchRun run, int limit);
}

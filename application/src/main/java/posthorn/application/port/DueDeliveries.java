package posthorn.application.port;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import posthorn.domain.delivery.Attempt;
import posthorn.domain.delivery.Delivery;
import posthorn.domain.delivery.Lease;
import posthorn.domain.dispatch.Work;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/** The deliveries as a durable queue: who waits, who is taken, and what became of those. */
public interface DueDeliveries {
  /** After so many bytes of events one call takes no more, however many were asked for. */
  int MOST_BYTES = 32 * 1024 * 1024;

  /** A webhook that has deliveries waiting, the first of them until that time. */
  record Waiting(TenantId tenant, WebhookId webhook, Instant dueAt) {}

  /**
   * What a webhook has due, of each kind up to the number that was asked for.
   *
   * @param nextDueAt when more becomes due; {@link Instant#MAX} if nothing else waits
   */
  record DueWork(WebhookId webhook, Map<Work, Integer> due, Instant nextDueAt) {}

  /** So many of one kind of a webhook's due deliveries, the longest due first. */
  record Share(WebhookId webhook, Work work, int count) {}

  /** What became of a settlement. */
  enum Settlement {
    RECORDED,
    /** Nothing was written: the lease had gone to someone else, or the delivery was gone. */
    LEASE_LOST
  }

  /** Every webhook that has deliveries waiting, due or not. */
  List<Waiting> waiting();

  /**
   * What these webhooks have due. After one came that was due before others that are taken already,
   * it may count some of those too, until somebody claims.
   *
   * @param limits how many of each kind to count, at most, for each webhook
   */
  List<DueWork> survey(Map<WebhookId, Integer> limits, Instant now);

  /**
   * Takes due deliveries under the lease. No two callers ever get the same one. A delivery behind
   * another of its lane is not taken: it is put off until the one before it lets it pass, and
   * counts that as a deferral.
   */
  List<ClaimedDelivery> claim(List<Share> shares, Lease lease, Instant now);

  /** Writes what an attempt left behind, and the attempt, while the delivery is under the lease. */
  Settlement settleIfLeased(Delivery settled, Attempt attempt, Lease lease);

  /** Writes what became of a delivery that was claimed under the lease and not tried. */
  Settlement releaseIfLeased(Delivery released, Lease lease);

  /**
   * Makes deliveries due that wait because their webhook's circuit was open, those first that wait
   * for the shortest time; how many. If that is less than the limit, none is left.
   */
  int endCircuitWait(WebhookId webhook, int limit, Instant now);

  /** Frees the deliveries whose leases have expired; whose they are. */
  List<Waiting> freeExpired(Instant now);

  /** Frees every delivery under a lease of that holder, as if it had not been claimed. */
  int releaseAllHeldBy(String holder);
}

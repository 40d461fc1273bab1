package posthorn.application.port;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.domain.alert.Calls;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * What alerts are about, read every half a minute: so what each costs does not grow with the
 * history or the backlog, and no count goes further than it is asked to.
 */
public interface AlertSignals {

  /**
   * What became of a webhook's attempts.
   *
   * @param dnsFailed those that failed because the name was not found
   * @param firstFailureAt to the minute; null if none failed
   */
  record Activity(
      Calls calls,
      long dnsFailed,
      @Nullable Instant firstFailureAt,
      @Nullable Instant lastFailureAt,
      @Nullable Instant lastSuccessAt) {
    public static final Activity NONE = new Activity(new Calls(0, 0), 0, null, null, null);
  }

  /**
   * What became of the attempts of every webhook that had any.
   *
   * @param from the first minute to count is the one this is in
   * @param to the last minute to count begins before this
   */
  Map<WebhookId, Activity> activity(Instant from, Instant to);

  /** How many deliveries were given up in these minutes, of every webhook that had any. */
  Map<WebhookId, Long> dead(Instant from, Instant to);

  /** The webhooks whose circuits are open or half-open. */
  Set<WebhookId> circuitsNotClosed();

  /** The tenant's dead letters, counted up to that number. */
  int deadLetters(TenantId tenant, int upTo);

  /** The deliveries that are due and wait for a worker, counted up to that number. */
  int waiting(Instant now, int upTo);
}

package posthorn.application.port;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import posthorn.domain.statistics.Tally;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.WebhookId;

/**
 * What attempts and deliveries add up to. Each is counted when it is settled, in the minute it
 * ended in, and durable along with its settlement. What is older than two days is kept by the hour:
 * then all of an hour counts as of its first minute.
 */
public interface Statistics {

  /**
   * Whose, and of when.
   *
   * @param webhook null for all of the tenant's
   * @param from the first minute to count is the one this is in
   * @param to the last minute to count begins before this
   */
  record Range(TenantId tenant, @Nullable WebhookId webhook, Instant from, Instant to) {}

  Tally total(Range range);

  /** The same for each of the tenant's webhooks; those with nothing are left out. */
  Map<WebhookId, Tally> totalByWebhook(TenantId tenant, Instant from, Instant to);

  /**
   * The same by times that are multiples of a duration, each by its beginning; those with nothing
   * are left out.
   */
  NavigableMap<Instant, Tally> series(Range range, Duration bucket);
}

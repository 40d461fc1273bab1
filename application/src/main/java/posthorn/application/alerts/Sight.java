package posthorn.application.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import posthorn.application.port.AlertSignals;
import posthorn.application.port.AlertSignals.Activity;
import posthorn.domain.alert.Baseline;
import posthorn.domain.alert.Condition;
import posthorn.domain.alert.Observation;
import posthorn.domain.alert.Watch;
import posthorn.domain.retry.ReceiverWish;
import posthorn.domain.tenant.TenantId;
import posthorn.domain.webhook.Webhook;
import posthorn.domain.webhook.WebhookId;
import posthorn.domain.webhook.WebhookStatus;

/** What is to be seen in one look; each window is read once, for all webhooks. */
final class Sight {
  private static final Duration AN_HOUR = Duration.ofHours(1);

  private final AlertSignals signals;
  private final Map<WebhookId, ReceiverWish> disabled;
  private final Map<WebhookId, Watch> watches;
  private final Set<WebhookId> notClosed;
  private final Instant now;
  private final Map<Duration, Map<WebhookId, Activity>> activities = new HashMap<>();
  private final Map<Duration, Map<WebhookId, Long>> deaths = new HashMap<>();

  Sight(
      AlertSignals signals,
      Map<WebhookId, ReceiverWish> disabled,
      Map<WebhookId, Watch> watches,
      Instant now) {
    this.signals = signals;
    this.disabled = disabled;
    this.watches = watches;
    this.notClosed = signals.circuitsNotClosed();
    this.now = now;
  }

  Observation of(Webhook webhook, Condition condition) {
    Watch watch = watches.getOrDefault(webhook.id(), Watch.NEW);
    return switch (condition.metric()) {
      // One that gets nothing cannot close its circuit, and needs none.
      case CIRCUIT_NOT_CLOSED ->
          flag(webhook.status() == WebhookStatus.ACTIVE && notClosed.contains(webhook.id()));
      case SUCCESS_PERCENT -> {
        Activity seen = activity(webhook, condition.window());
        yield new Observation(now, seen.calls().successPercent(), seen.calls().total());
      }
      case SUCCESS_DROP -> watch.baseline().dropTo(activity(webhook, Baseline.WINDOW).calls(), now);
      case DEAD_DELIVERIES -> Observation.of(now, (double) dead(webhook, condition.window()));
      case DNS_FAILURE_PERCENT -> dns(activity(webhook, condition.window()));
      case HOURS_FAILING -> Observation.of(now, hoursSince(watch.failingSince()));
      case GONE -> flag(disabled.get(webhook.id()) == ReceiverWish.GONE);
      case DISABLED -> flag(disabled.get(webhook.id()) == ReceiverWish.DISABLE_WEBHOOK);
      case DEAD_LETTERS, POOL_PERCENT, QUEUE_DEPTH, STORAGE_FULL, CLOCK_IN_DOUBT ->
          throw new IllegalArgumentException(condition.metric() + " is not about a webhook");
    };
  }

  /** Counted no further than the condition asks. */
  Observation deadLetters(TenantId tenant, Condition condition) {
    return Observation.of(now, signals.deadLetters(tenant, enough(condition)));
  }

  Observation queueDepth(Condition condition) {
    return Observation.of(now, signals.waiting(now, enough(condition)));
  }

  Observation percent(double percent) {
    return Observation.of(now, percent);
  }

  private static int enough(Condition condition) {
    return (int) Math.min(condition.threshold() + 1, Integer.MAX_VALUE);
  }

  Observation flag(boolean value) {
    return Observation.of(now, value ? 1 : 0);
  }

  private Observation dns(Activity seen) {
    long calls = seen.calls().total();
    return new Observation(now, calls == 0 ? 0 : 100.0 * seen.dnsFailed() / calls, calls);
  }

  private double hoursSince(@Nullable Instant since) {
    return since == null || since.isAfter(now)
        ? 0
        : (double) Duration.between(since, now).toMillis() / AN_HOUR.toMillis();
  }

  private Activity activity(Webhook webhook, Duration window) {
    return activities
        .computeIfAbsent(window, asked -> signals.activity(now.minus(asked), end()))
        .getOrDefault(webhook.id(), Activity.NONE);
  }

  private long dead(Webhook webhook, Duration window) {
    return deaths
        .computeIfAbsent(window, asked -> signals.dead(now.minus(asked), end()))
        .getOrDefault(webhook.id(), 0L);
  }

  /** The present minute is included. */
  private Instant end() {
    return now.plusMillis(1);
  }
}

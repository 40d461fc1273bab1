package posthorn.application.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import posthorn.application.port.AlertSignals;
import posthorn.application.port.AlertSignals.Activity;
import posthorn.application.port.Alerts;
import posthorn.domain.alert.Baseline;
import posthorn.domain.alert.Watch;
import posthorn.domain.webhook.WebhookId;

/** Keeps what is remembered of webhooks from look to look. */
final class Watching {
  private static final Duration AT_LEAST = Duration.ofMinutes(10);

  /** After a longer pause, what was before it counts no more. */
  private static final Duration AT_MOST = Duration.ofDays(1);

  /** What was settled shortly before the last look may have come to light after it. */
  private static final Duration LATE = Duration.ofMinutes(2);

  private Watching() {}

  /** The watches with what was done since the last look; those of it that changed. */
  static Map<WebhookId, Watch> failing(Alerts.Memory memory, AlertSignals signals, Instant now) {
    var changed = new HashMap<WebhookId, Watch>();
    signals
        .activity(since(memory, now), now.plusMillis(1))
        .forEach((webhook, seen) -> {
          Watch before = memory.watches().getOrDefault(webhook, Watch.NEW);
          Watch after =
              before.after(seen.firstFailureAt(), seen.lastFailureAt(), seen.lastSuccessAt());
          if (!after.equals(before)) {
            changed.put(webhook, after);
          }
        });
    return changed;
  }

  private static Instant since(Alerts.Memory memory, Instant now) {
    Instant since = now.minus(AT_LEAST);
    Instant lookedAt = memory.lookedAt();
    if (lookedAt != null && lookedAt.minus(LATE).isBefore(since)) {
      since = lookedAt.minus(LATE);
    }
    return since.isBefore(now.minus(AT_MOST)) ? now.minus(AT_MOST) : since;
  }

  /** Has the baselines learn the window that ended since the last look, if one did. */
  static void learn(
      Map<WebhookId, Watch> watches,
      Map<WebhookId, Watch> changed,
      Alerts.Memory memory,
      AlertSignals signals,
      Instant now) {
    Instant lookedAt = memory.lookedAt();
    Instant end = windowOf(now);
    if (lookedAt == null || !windowOf(lookedAt).isBefore(end)) {
      return;
    }
    for (Map.Entry<WebhookId, Activity> seen :
        signals.activity(end.minus(Baseline.WINDOW), end).entrySet()) {
      Watch before = watches.getOrDefault(seen.getKey(), Watch.NEW);
      Watch after = before.with(before.baseline().learned(seen.getValue().calls()));
      if (!after.equals(before)) {
        changed.put(seen.getKey(), after);
      }
    }
  }

  private static Instant windowOf(Instant time) {
    return time.minusMillis(Math.floorMod(time.toEpochMilli(), Baseline.WINDOW.toMillis()));
  }
}
